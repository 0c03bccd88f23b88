extension LoadWorker {
    /// Connects.
    mutating func open(_ slot: Int) {
        do throws(LoadError) {
            let descriptor = try LoadSocket.connect(port: plan.port, source: plan.reconnects ? nextSource : 1)
            if plan.reconnects { nextSource = nextSource == 250 ? 2 : nextSource + 1 }
            connections[slot] = LoadConnection(descriptor: descriptor)
            poller.add(descriptor, slot: slot)
        } catch {
            connections[slot] = LoadConnection()
            fault(.connect, "\(error)")
        }
    }

    private mutating func close(_ slot: Int) {
        LoadSocket.close(connections[slot].descriptor)
        connections[slot].descriptor = -1
    }

    /// Counts a fault.
    mutating func fault(_ kind: LoadFaults.Kind, _ detail: String) {
        report.faults.count(kind, detail)
        faults += 1
    }

    /// Begins again with a new connection after a fault, or after a close that was announced.
    mutating func replace(_ slot: Int, at now: Int64) {
        close(slot)
        let started = plan.reconnects ? LoadClock.now() : now
        open(slot)
        proceed(slot, at: started)
    }

    /// What follows an answer: at the closed pace the next request, unless the measurement is over.
    mutating func proceed(_ slot: Int, at now: Int64) {
        guard connections[slot].descriptor >= 0 else { return }
        if interval > 0 {
            idle.append(slot)
        } else if now < window.end, allowance > 0 {
            start(slot, at: now)
        }
    }

    /// Sends the next requests.
    mutating func start(_ slot: Int, at moment: Int64) {
        connections[slot].pending = depth
        allowance -= depth
        connections[slot].since = moment
        connections[slot].request = nextRequest
        connections[slot].sent = 0
        nextRequest = nextRequest + 1 == batches.count ? 0 : nextRequest + 1
        push(slot)
    }

    /// Sends the rest of the connection's requests.
    mutating func push(_ slot: Int) {
        let (descriptor, sent) = (connections[slot].descriptor, connections[slot].sent)
        let batch = batches[connections[slot].request]
        guard descriptor >= 0, sent < batch.count else { return }
        let count = unsafe batch.withUnsafeBytes { bytes in
            unsafe LoadSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
        // An error shows in the next read too, which counts it.
        connections[slot].sent = sent + max(0, count ?? 0)
        let isWriting = connections[slot].sent < batch.count && count ?? 0 >= 0
        if isWriting != connections[slot].isWriting {
            connections[slot].isWriting = isWriting
            poller.setWriting(descriptor, slot: slot, isWriting)
        }
    }
}
