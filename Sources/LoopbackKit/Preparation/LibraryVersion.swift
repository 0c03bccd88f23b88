/// The version that the library's answers and prepared folders name.
enum LibraryVersion {
    static let current = "0.1.0"
}
