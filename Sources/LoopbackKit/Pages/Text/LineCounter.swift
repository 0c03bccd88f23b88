/// Tells the line of places in a text, which must not go back far: each call goes on from the last one.
struct LineCounter {
    private let text: [UInt8]
    private var position = 0
    private var line = 1

    init(_ text: [UInt8]) { self.text = text }

    /// The line of a place, counted from 1; a line ends with LF, CR or both.
    mutating func line(at place: Int) -> Int {
        if place < position { (position, line) = (0, 1) }
        while position < place {
            if text[position] == 10 || text[position] == 13 && (position + 1 == text.count || text[position + 1] != 10)
            {
                line += 1
            }
            position += 1
        }
        return line
    }
}
