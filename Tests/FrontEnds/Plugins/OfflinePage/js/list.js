self.list = ["./", "index.html", "verdict.js", "css/app.css", "js/app.js", "img/icon.svg", "img/late.svg"];
