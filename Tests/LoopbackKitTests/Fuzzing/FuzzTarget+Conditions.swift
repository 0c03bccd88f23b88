import LoopbackKitHTTP

extension FuzzTarget {
    private static let names: [HTTPFieldName] = [
        .ifMatch, .ifUnmodifiedSince, .ifNoneMatch, .ifModifiedSince, .ifRange,
    ]

    private static let current = Validators(
        entityTag: EntityTag("now"),
        lastModified: HTTPDate(secondsSince1970: 784_111_777)
    )

    /// The input has a line for the value of each field, empty where the field is missing.
    static let conditions = FuzzTarget(
        "conditions",
        texts: [
            "\"now\"\n\n\"old\"", "\"old\"", "*\n\n*", "\n\nW/\"now\", \"x\"", "\nSun, 06 Nov 1994 08:49:37 GMT",
            "\n\n\nSun Nov  6 08:49:37 1994\n", "\n\n\n\n\"now\"", "\n\n\n\nSunday, 06-Nov-94 08:49:37 GMT",
            "\n\n\"old\"\nMon, 07 Nov 1994 08:49:37 GMT", "\"now\"\nSat, 05 Nov 1994 08:49:37 GMT\n\"now\"",
        ]
    ) { input in
        var fields = HTTPFields()
        let lines = input.split(separator: 10, omittingEmptySubsequences: false)
        for (name, line) in zip(names, lines) where !line.isEmpty { fields.append(name, bytes: Array(line)) }
        let outcome = judge(.get, fields)
        try hold(judge(.head, fields) == outcome, "HEAD is judged otherwise")
        try hold(judge(.put, fields) != .notModified, "304 to PUT")
        try hold(judge(.get, fields, nil) != .notModified, "304 for nothing")
        let mayFail = fields.contains(.ifMatch) || fields.contains(.ifUnmodifiedSince)
        try hold(outcome != .failed || mayFail, "failed without a condition that can")
        let mayMatch = fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince)
        try hold(outcome != .notModified || mayMatch, "304 without a condition that can")
        // The weaker of two counts for nothing beside the stronger one.
        for (stronger, weaker) in [(names[0], names[1]), (names[2], names[3])] where fields.contains(stronger) {
            var fewer = fields
            fewer.remove(weaker)
            try hold(judge(.get, fewer) == outcome && judge(.put, fewer) == judge(.put, fields), "\(weaker) counts")
        }
        if let value = fields.firstValueBytes(of: .ifRange) {
            let isCurrent = Preconditions.allowsRange(fields: fields, current: current, now: now)
            let isTag = value == Array("\"now\"".utf8)
            let isDate = HTTPDate(value.span, now: now) == current.lastModified
            try hold(isCurrent == (isTag || isDate), "If-Range is judged otherwise")
        }
    }

    private static let now = HTTPDate(secondsSince1970: 1_700_000_000)

    private static func judge(
        _ method: HTTPMethod,
        _ fields: HTTPFields,
        _ validators: Validators? = current
    ) -> Preconditions.Outcome {
        Preconditions.evaluate(method: method, fields: fields, current: validators, now: now)
    }
}
