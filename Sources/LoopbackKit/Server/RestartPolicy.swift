/// How long to wait before a lost listener is opened again: longer each time, and not for ever.
package struct RestartPolicy: Hashable, Sendable {
    /// The pause after the first loss; it doubles with each further one.
    package var firstPause: Duration = .milliseconds(250)
    /// The longest pause.
    package var longestPause: Duration = .seconds(5)
    /// How many losses in a row are answered with a new try.
    package var tries = 6

    package init() {}

    /// The pause after a loss; `nil` when it is time to give up.
    ///
    /// - Parameter loss: how many losses in a row there were with this one, from 1.
    /// - Returns: the pause.
    package func pause(afterLoss loss: Int) -> Duration? {
        guard loss >= 1, loss <= tries else { return nil }
        var pause = firstPause
        for _ in 1..<loss where pause < longestPause { pause *= 2 }
        return min(pause, longestPause)
    }
}
