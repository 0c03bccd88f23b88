package import LoopbackKit

// What is told of preparations.

extension EventReporter {
    /// What is told of a folder that was prepared.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - report: what was found and done.
    ///   - before: the last preparation's report, when it was prepared again: findings that stand are told once.
    /// - Returns: what to print.
    package func prepared(_ folder: String, _ report: PreparationReport, after before: PreparationReport?) -> String? {
        guard detail != .quiet, before == nil || !report.changedNothing else { return nil }
        if json { return "\(line(folder, report, again: before != nil))" }
        let head = before == nil ? "Prepared" : "Prepared again"
        let findings = report.findings == before?.findings ? [] : report.findings.map { "    \($0)" }
        return (["\(head) \(folder): \(report.counts)"] + findings).joined(separator: "\n")
    }

    /// What is told when a changed folder can't be prepared: what was prepared before is still served.
    package func failed(_ folder: String, _ error: PreparationError) -> String? {
        guard detail != .quiet else { return nil }
        guard json else { return "\(folder) can't be prepared, the old state is served: \(error)." }
        var line = JSONLine(event: "unprepared")
        line.add("folder", folder)
        line.add("path", error.path)
        line.add("text", "\(error)")
        return "\(line)"
    }

    private func line(_ folder: String, _ report: PreparationReport, again: Bool) -> JSONLine {
        var line = JSONLine(event: "prepared")
        line.add("folder", folder)
        line.add("again", again)
        let counts = [
            ("documents", report.documents), ("styleSheets", report.styleSheets), ("scripts", report.scripts),
            ("images", report.images), ("otherFiles", report.otherFiles), ("prepared", report.prepared),
            ("unchanged", report.unchanged), ("linked", report.linked), ("cloned", report.cloned),
            ("copied", report.copied), ("removed", report.removed), ("references", report.references),
        ]
        for (name, count) in counts { line.add(name, count) }
        line.add("findings", report.findings.map(\.description))
        return line
    }
}
