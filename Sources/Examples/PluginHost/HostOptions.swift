package import LoopbackKit

/// What the command line asks for.
package struct HostOptions: Hashable, Sendable {
    /// How much is told of what happens.
    package enum Detail: Hashable, Sendable {
        /// The address alone.
        case quiet
        /// Changes of state, and requests that were refused or failed.
        case normal
        /// Every request too.
        case verbose
    }

    /// The folders to serve; none stands for the sample plugin.
    package var folders: [String] = []
    /// The ids, for the folders in their order; a folder without one is called by its name.
    package var ids: [String] = []
    /// The kind that all folders have.
    package var kind = "plugins"
    /// What the port is derived from.
    package var applicationIdentifier = "plugin-host"
    /// The port to try first; `nil` for the derived one.
    package var port: UInt16?
    /// The document, inside each folder, that answers for paths where no file is.
    package var fallback: String?
    /// How the folders are prepared.
    package var preparation = Preparation.privately
    /// The URL prefixes that stand for a folder, besides `/`.
    package var legacyBases: [LegacyBase] = []
    /// How pages call other sites.
    package var proxy = Proxy()
    /// Whether events are written as JSON lines.
    package var json = false
    /// How much is told.
    package var detail = Detail.normal

    /// The defaults.
    package init() {}
}

/// A command line that makes no sense, said in a sentence.
package struct UsageError: Error, Hashable, Sendable {
    /// What is wrong with it.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }
}

/// What the program is asked to do.
package enum HostCommand: Hashable, Sendable {
    /// Print the help text.
    case help
    /// Serve folders.
    case serve(HostOptions)

    /// Reads a command line.
    ///
    /// A value follows its option as the next argument or after `=`; `--` ends the options.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    /// - Throws: `UsageError`.
    package init(arguments: [String]) throws(UsageError) {
        var options = HostOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                options.folders += rest
                break
            }
            guard argument.utf8.first == 45, argument != "-" else {
                options.folders.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" {
                self = .help
                return
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try options.take(parts[0], inline: parts.count == 2 ? parts[1] : nil, rest: &rest)
        }
        try options.validate()
        self = .serve(options)
    }
}

extension HostOptions {
    fileprivate mutating func take(
        _ option: String,
        inline: String?,
        rest: inout ArraySlice<String>
    ) throws(UsageError) {
        switch option {
        case "--json", "--quiet", "-q", "--verbose", "-v", "--no-prepare", "--in-place", "--no-proxy",
            "--cookies-unless-omitted":
            guard inline == nil else { throw UsageError("\(option) takes no value.") }
            try takeFlag(option)
        case "--id", "--kind", "--app-id", "--fallback", "--port", "--legacy-base", "--allow-upstream", "--cookies":
            guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
                throw UsageError("\(option) needs a value.")
            }
            try takeValue(option, value)
        default:
            throw UsageError("There is no option \(option).")
        }
    }

    private mutating func takeFlag(_ option: String) throws(UsageError) {
        switch option {
        case "--json": json = true
        case "--no-prepare": try takePreparation(.none)
        case "--in-place": try takePreparation(.inPlace)
        case "--no-proxy": proxy.isOn = false
        case "--cookies-unless-omitted": proxy.cookieRule = .unlessOmitted
        default: try takeDetail(option)
        }
    }

    private mutating func takeDetail(_ option: String) throws(UsageError) {
        let wanted: Detail = option == "--quiet" || option == "-q" ? .quiet : .verbose
        guard detail == .normal || detail == wanted else {
            throw UsageError("--quiet and --verbose exclude each other.")
        }
        detail = wanted
    }

    private mutating func takeValue(_ option: String, _ value: String) throws(UsageError) {
        switch option {
        case "--id": ids.append(value)
        case "--kind": kind = value
        case "--app-id": applicationIdentifier = value
        case "--fallback": fallback = value
        case "--legacy-base": legacyBases.append(try Self.legacyBase(value))
        case "--allow-upstream", "--cookies": try takeProxyValue(option, value)
        default:
            let digits = value.utf8.allSatisfy { (48...57).contains($0) }
            guard digits, let number = UInt16(value), number > 0 else {
                throw UsageError("--port needs a number from 1 to 65535, not \(value).")
            }
            port = number
        }
    }

    fileprivate func validate() throws(UsageError) {
        try validatePreparation()
        try validateProxy()
        let places = max(folders.count, 1)
        guard ids.count <= places else {
            throw UsageError("There are \(ids.count) ids for \(places == 1 ? "one folder" : "\(places) folders").")
        }
        if folders.contains("") { throw UsageError("A folder's path is empty.") }
        if let fallback, fallback.utf8.first == 47 || fallback.split(separator: "/").contains("..") {
            throw UsageError("--fallback needs a path inside the folder, not \(fallback).")
        }
        for id in ids where id == "." || id == ".." {
            throw UsageError("An id can be any text but . and .. .")
        }
    }
}
