import Testing

/// All tests of pages in real browsers; suites of them are nested in it, so that they run one after the other.
///
/// A machine with two cores runs one browser at a time better than eight, and the time limits hold.
@Suite("Browser", .serialized)
enum BrowserTests {}
