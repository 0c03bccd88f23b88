extension RatioPlot {
    /// The picture's text.
    package var svg: String {
        let scale = scale
        let parts = [head, axis(scale)] + bars.indices.map { bar($0, scale) } + [foot]
        return parts.joined(separator: "\n") + "\n"
    }

    private var head: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="t d">
            <title id="t">LoopbackKit against nginx</title>
            <desc id="d">\(Self.escaped(description))</desc>
            <style>
                svg { --ground: #ffffff; --ink: #17211f; --quiet: #5b6865; --line: #d5dcd9; --good: #0f766e; --bad: #b45309; }
                @media (prefers-color-scheme: dark) {
                    svg { --ground: #0f1514; --ink: #e8eeec; --quiet: #9aa8a4; --line: #303b38; --good: #2dd4bf; --bad: #fbbf24; }
                }
                text { font: 15px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
                .small { font-size: 12px; fill: var(--quiet); }
                .title { font-size: 18px; font-weight: 700; }
                .end { text-anchor: end; }
                .middle { text-anchor: middle; }
                .ground { fill: var(--ground); }
                .line { stroke: var(--line); }
                .one { stroke: var(--ink); stroke-width: 1.5; }
                .good { fill: var(--good); }
                .bad { fill: var(--bad); }
                .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
            </style>
            <rect class="ground" width="\(Self.width)" height="\(height)" rx="12"/>
            <text class="title" x="24" y="36">How LoopbackKit compares with nginx</text>
            <text class="small" x="24" y="56">Ratios of the same round: right of the line LoopbackKit is ahead</text>
        """
    }

    private var description: String {
        bars.map { "\($0.name): \(Figure.fixed($0.ratio, 2))" }.joined(separator: "; ")
    }

    private func axis(_ scale: ClosedRange<Int>) -> String {
        let bottom = Self.top + bars.count * Self.step
        return scale.map { exponent in
            let x = Figure.fixed(place(Self.power(exponent), scale), 1)
            let label = exponent < 0 ? "1/\(1 << -exponent)" : "\(1 << exponent)"
            return """
                    <line class="\(exponent == 0 ? "one" : "line")" x1="\(x)" y1="\(Self.top - 8)" x2="\(x)" y2="\(bottom)"/>
                    <text class="small middle" x="\(x)" y="\(bottom + 18)">\(label)</text>
                """
        }.joined(separator: "\n")
    }

    private func bar(_ index: Int, _ scale: ClosedRange<Int>) -> String {
        let bar = bars[index]
        let y = Self.top + index * Self.step
        let (one, end) = (place(1, scale), place(bar.ratio, scale))
        let (x, width) = (Figure.fixed(min(one, end), 1), Figure.fixed((end - one).magnitude, 1))
        let baseline = y + Self.barHeight - 3
        let kind = bar.ratio >= 1 ? "good" : "bad"
        return """
                <text class="end" x="\(Self.left - 14)" y="\(baseline)">\(Self.escaped(bar.name))</text>
                <rect class="\(kind)" x="\(x)" y="\(y)" width="\(width)" height="\(Self.barHeight)" rx="2"/>
            \(whisker(bar, y, scale))
                <text class="end" x="\(Self.width - 20)" y="\(baseline)">\(Figure.fixed(bar.ratio, 2))</text>
            """
    }

    private func whisker(_ bar: Bar, _ y: Int, _ scale: ClosedRange<Int>) -> String {
        guard let spread = bar.spread else { return "" }
        let (low, high) = (place(spread.lowerBound, scale), place(spread.upperBound, scale))
        let middle = y + Self.barHeight / 2
        let ends = [low, high].map { "M\(Figure.fixed($0, 1)) \(middle - 4)v8" }.joined()
        let line = "M\(Figure.fixed(low, 1)) \(middle)H\(Figure.fixed(high, 1))"
        return "    <path class=\"whisker\" d=\"\(ends)\(line)\"/>"
    }

    private var foot: String {
        """
            <text class="small" x="24" y="\(height - 18)">\(Self.escaped(caption))</text>
        </svg>
        """
    }

    /// The text as XML has it.
    private static func escaped(_ text: String) -> String {
        var output = ""
        for character in text {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            default: output.append(character)
            }
        }
        return output
    }
}
