postMessage(self.name);
