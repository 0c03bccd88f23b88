/// The ratios as a picture.
package struct RatioPlot: Sendable {
    package init(_ results: BenchmarkResults) {}
    package var svg: String { "" }
}
