import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("OutputQueue")
struct OutputQueueTests {
    /// Two connected sockets that don't block.
    private final class Pair {
        let writer: CInt
        let reader: CInt

        init() throws {
            var pair: [CInt] = [0, 0]
            guard unsafe socketpair(AF_UNIX, streamSocket, 0, &pair) == 0 else { throw Missing() }
            (writer, reader) = (pair[0], pair[1])
            makeNonBlocking(writer)
            makeNonBlocking(reader)
        }

        deinit {
            close(writer)
            close(reader)
        }

        func read() -> [UInt8] {
            unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
                count = max(0, unsafe recv(reader, room.baseAddress, room.count, 0))
            }
        }
    }

    @Test("HTTP-1 What waits leaves in order, over a reader that takes it bit by bit")
    func order() throws {
        let (pair, data) = (try Pair(), Wire.pattern(1_000_000))
        var queue = OutputQueue()
        queue.append(bytes: Array(data[..<10]))
        queue.append(bytes: Array(data[..<600_000]), from: 10)
        queue.append(bytes: [])
        queue.append(bytes: Array(data[600_000...]))
        #expect(queue.count == data.count && queue.bufferedCount == data.count)
        var received: [UInt8] = []
        var blocks = 0
        while received.count < data.count {
            let outcome = queue.send(to: pair.writer, budget: .max)
            if case .blocked = outcome { blocks += 1 }
            received += pair.read()
            #expect(queue.count <= data.count - received.count)
        }
        #expect(received == data)
        #expect(blocks > 0)
        #expect(queue.isEmpty && queue.count == 0 && queue.bufferedCount == 0)
    }

    @Test("HTTP-1 A round of sending ends with its budget")
    func budget() throws {
        let pair = try Pair()
        var queue = OutputQueue()
        for _ in 0..<3 { queue.append(bytes: [UInt8](repeating: 1, count: 10_000)) }
        guard case .paused = queue.send(to: pair.writer, budget: 15_000) else { throw Missing() }
        #expect(queue.count == 10_000)
        guard case .done = queue.send(to: pair.writer, budget: 15_000) else { throw Missing() }
        #expect(pair.read().count == 30_000)
    }

    @Test("PROXY-8 Small pieces are joined, in order, also behind what is half sent")
    func smallPieces() throws {
        let (pair, data) = (try Pair(), Wire.pattern(40_000))
        var queue = OutputQueue()
        for byte in data[..<20_000] { queue.append(bytes: [byte]) }
        guard case .paused = queue.send(to: pair.writer, budget: 1) else { throw Missing() }
        for byte in data[20_000...] { queue.append(bytes: [9, byte], from: 1) }
        #expect(queue.count == queue.bufferedCount)
        // Three blocks of up to 16 KiB in all: no round is left for a block of its own for each piece.
        var rounds = 1
        while case .paused = queue.send(to: pair.writer, budget: 1) { rounds += 1 }
        #expect(rounds <= 4)
        #expect(pair.read() == data)
    }

    @Test("HTTP-7 A peer that is gone is a failure and no signal")
    func gone() throws {
        let pair = try Pair()
        shutdown(pair.reader, CInt(SHUT_RDWR))
        var queue = OutputQueue()
        queue.append(bytes: [1])
        guard case .failed = queue.send(to: pair.writer, budget: .max) else { throw Missing() }
        queue.removeAll()
        #expect(queue.isEmpty && queue.count == 0)
    }
}
