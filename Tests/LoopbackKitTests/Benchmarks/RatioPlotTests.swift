import BenchmarkReport
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Benchmarks: the plot")
struct RatioPlotTests {
    /// The elements' names, with the attributes of each; `nil` when the text is no XML.
    private func elements(_ text: String) -> [(name: String, attributes: [String: String])]? {
        let parser = XMLParser(data: Data(text.utf8))
        let reader = Reader()
        parser.delegate = reader
        return parser.parse() ? reader.elements : nil
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) { elements.append((name, attributes)) }
    }

    private func results(_ ratios: [(String, Double?, ClosedRange<Double>?)]) -> BenchmarkResults {
        var results = BenchmarkResults(machine: "AT&T <1 core>", rounds: 3)
        results.results = ratios.map { name, ratio, spread in
            var row = BenchmarkResult(scenario: name, metric: "requests_per_second")
            (row.ratio, row.spread, row.peer) = (ratio, spread, "nginx")
            return row
        }
        return results
    }

    @Test("KIT-2 The plot is well-formed, has a bar for each ratio, and follows the reader's colours")
    func wellFormed() throws {
        let plot = RatioPlot(results([("small-1", 0.9, 0.8...1.1), ("none", nil, nil), ("file-1k", 1.75, nil)])).svg
        let elements = try required(self.elements(plot))
        #expect(elements.first?.name == "svg")
        let bars = elements.filter { $0.name == "rect" && $0.attributes["class"] != "ground" }
        #expect(bars.map { $0.attributes["class"] } == ["bad", "good"])
        #expect(elements.filter { $0.name == "path" }.count == 1)
        #expect(plot.contains(">small-1<") && plot.contains(">1.75<") && !plot.contains("none<"))
        #expect(plot.contains("prefers-color-scheme: dark"))
        #expect(plot.contains("AT&amp;T &lt;1 core&gt;"))
    }

    @Test("KIT-2 A bar is as long as its ratio's logarithm, and ends at the line of 1")
    func lengths() throws {
        let elements = try required(
            self.elements(
                RatioPlot(results([("a", 0.5, nil), ("b", 2, nil), ("c", 4, nil), ("d", 2.8284271, nil)])).svg
            )
        )
        let bars = elements.filter { ["good", "bad"].contains($0.attributes["class"] ?? "") }
        let widths = try bars.map { try #require(Double($0.attributes["width"] ?? "")) }
        let places = try bars.map { try #require(Double($0.attributes["x"] ?? "")) }
        #expect(widths[0] == widths[1] && abs(widths[2] - 2 * widths[1]) < 0.2)
        #expect(abs(widths[3] - 1.5 * widths[1]) < 0.2)
        #expect(abs(places[0] + widths[0] - places[1]) < 0.2 && places[1] == places[2])
    }

    @Test("KIT-2 Extremes and nothing at all are drawn inside of the picture")
    func extremes() throws {
        for ratios in [[], [("a", 1e9, 1e-9...1e9), ("b", 1e-9, nil)]] as [[(String, Double?, ClosedRange<Double>?)]] {
            let elements = try required(self.elements(RatioPlot(results(ratios)).svg))
            for element in elements {
                let x = Double(element.attributes["x"] ?? "0") ?? 0
                #expect(
                    (0...860).contains(x) && (0...860).contains(x + (Double(element.attributes["width"] ?? "0") ?? 0))
                )
            }
        }
    }
}
