/// What `--help` and `--list` print.
package enum HelpText {
    package static let text = """
        usage: loopback-bench [OPTION ...]

        Measures LoopbackKit and, where it is installed, nginx, in turns, and prints the ratios.

          --scenario NAME[,NAME]   only these; --list names them
          --rounds N               how often each server is measured (5)
          --seconds S              how long a round measures (3)
          --quick                  everything in less than a minute: short rounds, coarse figures
          --counts                 count instructions, allocations, copies and system calls per request by valgrind
                                   and strace; speed is measured, too, where --scenario names something
          --loops N                our event loops, and the workers of nginx (1)
          --json FILE              write the results
          --svg FILE               write a plot of the ratios
          --document FILE          replace the tables of a document between comments such as <!-- results --> and
                                   <!-- /results -->: results, counts, and wrk with --against-wrk
          --markdown               print the table as Markdown
          --check BASELINE         compare with the results in a file: ratios and counts, never times
          --tolerance SHARE        how much a ratio may fall behind the baseline's (0.15)
          --subject PROGRAM        measure another build of loopback-bench in place of this one
          --static-subject PROGRAM measure the start of a build with --static-swift-stdlib, too
          --nginx PROGRAM          compare with this nginx in place of the installed one
          --against-wrk            run wrk and the own load generator in turns against the same servers
          --list                   print the scenarios
          --help                   print this

        Exit codes: 0 all is well; 1 answers were wrong, or the baseline is not kept; 64 the command line makes no
        sense; 69 a server can't be started, or something else is missing.
        """

    package static var list: String {
        let width = Scenario.all.map(\.name.count).max() ?? 0
        return Scenario.all.map { scenario in
            scenario.name + String(repeating: " ", count: width + 2 - scenario.name.count) + scenario.summary
        }.joined(separator: "\n")
    }
}
