extension PageFinding.Problem {
    /// A name that no address leads to: it is not UTF-8, has a control character or a backslash, or ends in a dot.
    public static let unservedName = PageFinding.Problem("no address leads to this name, and the file is not served")
    /// A FIFO, a socket or a device.
    public static let unsupportedKind = PageFinding.Problem("neither a file nor a folder, and not served")
}
