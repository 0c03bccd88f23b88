extension HTTPOutgoingBody {
    /// All bytes, those of files read; `nil` for a stream, and where a file can't be read or has become shorter.
    package var wholeContent: [UInt8]? {
        switch storage {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .segments(let segments):
            var whole: [UInt8] = []
            for segment in segments {
                guard let part = segment.content else { return nil }
                whole = whole.isEmpty ? part : whole + part
            }
            return whole
        case .stream, .upgrade: return nil
        }
    }

    /// The pieces that follow a place, files unread; none for a stream.
    package func segments(from place: Int) -> [Segment] {
        switch storage {
        case .empty, .stream, .upgrade: return []
        case .bytes(let bytes): return [.bytes(Array(bytes.dropFirst(place)))]
        case .segments(let segments):
            var rest: [Segment] = []
            var passed = 0
            for segment in segments {
                if let part = segment.dropping(max(place - passed, 0)) { rest.append(part) }
                passed += segment.count
            }
            return rest
        }
    }
}

extension HTTPOutgoingBody.Segment {
    fileprivate var content: [UInt8]? {
        switch self {
        case .bytes(let bytes): return bytes
        case .file(let region):
            guard let bytes = region.file.read(at: region.offset, count: region.count) else { return nil }
            return bytes.count == region.count ? bytes : nil
        }
    }

    /// What is left behind so many bytes, if anything.
    fileprivate func dropping(_ bytes: Int) -> Self? {
        guard bytes < count else { return nil }
        switch self {
        case .bytes(let all): return .bytes(Array(all.dropFirst(bytes)))
        case .file(let region):
            return .file(
                HTTPFileRegion(file: region.file, offset: region.offset + bytes, count: region.count - bytes)
            )
        }
    }
}
