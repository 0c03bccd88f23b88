import LoopbackKit
import Testing

@Suite("Preparation reports")
struct PreparationReportTests {
    @Test("PAGE-1 A report is its findings by file and line, and a line of counts without what is not there")
    func description() {
        var report = PreparationReport()
        #expect("\(report)" == "no files; 0 references rewritten, 0 findings")
        report.documents = 1
        report.otherFiles = 2
        report.prepared = 1
        report.linked = 2
        report.references = 1
        report.findings = [
            PageFinding(file: "a.html", line: 3, reference: "/x.png", problem: .missingFile),
            PageFinding(file: "~x", line: 0, reference: "", problem: .reservedName),
        ]
        #expect(
            "\(report)" == """
                a.html:3: there is no such file: /x.png
                ~x: the name is reserved, and the file is not served
                1 document, 2 other files; 1 prepared, 2 linked; 1 reference rewritten, 2 findings
                """
        )
        #expect(!report.changedNothing && PreparationReport().changedNothing)
    }
}
