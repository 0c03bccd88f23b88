import LoopbackKit
import TerminalProgram

/// Prepares the folders before they are served, and again while they are.
struct PluginPreparer: Sendable {
    let folders: [PluginFolder]
    let reporter: EventReporter

    /// A folder that was prepared.
    struct Prepared: Sendable {
        let folder: PluginFolder
        /// What the folder was like before: what changed since is prepared again.
        let snapshot: FolderSnapshot
        let report: PreparationReport
    }

    /// Prepares the folders.
    ///
    /// - Throws: `HostFailure` when one can't be prepared.
    func prepare() async throws(HostFailure) -> [Prepared] {
        var all: [Prepared] = []
        for folder in folders where folder.isPrepared {
            let snapshot = FolderSnapshot(of: folder.source)
            do throws(PreparationError) {
                guard let report = try await folder.prepare() else { continue }
                all.append(Prepared(folder: folder, snapshot: snapshot, report: report))
            } catch {
                throw HostFailure(error, of: folder.source)
            }
        }
        return all
    }

    /// Tells what was prepared.
    func tell(_ prepared: [Prepared]) {
        for prepared in prepared {
            if let text = reporter.prepared(prepared.folder.source, prepared.report, after: nil) {
                TerminalProgram.tell(text)
            }
        }
    }

    /// Prepares a folder again whenever it has changed, until the calling task is cancelled.
    func watch(_ prepared: Prepared) async {
        let folder = prepared.folder
        let last = LastReport(prepared.report)
        let watch = FolderWatch(clock: ContinuousClock()) { FolderSnapshot(of: folder.source) }
        await watch.run(from: prepared.snapshot) {
            do throws(PreparationError) {
                guard let report = try await folder.prepare() else { return }
                let text = reporter.prepared(folder.source, report, after: await last.replace(report))
                if let text { TerminalProgram.tell(text) }
            } catch {
                guard error.code != .cancelled else { return }
                if let text = reporter.failed(folder.source, error) { TerminalProgram.tell(text) }
            }
        }
    }

    private actor LastReport {
        private var report: PreparationReport

        init(_ report: PreparationReport) { self.report = report }

        func replace(_ new: PreparationReport) -> PreparationReport {
            defer { report = new }
            return report
        }
    }
}
