import LoopbackKitHTTP

extension FuzzTarget {
    static let dates = FuzzTarget(
        "dates",
        texts: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sat, 31 Dec 2016 23:59:60 GMT", "Thu, 29 Feb 2024 00:00:00 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
            "Fri, 31 Dec 9999 23:59:59 GMT", "Wednesday, 31-Dec-75 23:59:59 GMT", "Fri Dec 31 23:59:60 9999",
        ]
    ) { input in
        for now in [
            HTTPDate(secondsSince1970: 1_800_000_000), .init(secondsSince1970: .min), .init(secondsSince1970: .max),
        ] {
            guard let date = HTTPDate(input.span, now: now) else { continue }
            let written = date.bytes
            try hold(written.count == 29, "\(date)")
            try hold(HTTPDate(written.span, now: now) == date, "\(date) is read as another")
            if input.count == 29, input[23] != 54 { try hold(written == input, "\(date) was another") }
        }
    }

    static let entityTags = FuzzTarget(
        "entity-tags",
        texts: [
            "*", "\"a\"", "W/\"a\"", "\"\"", "\"a\", W/\"b\" ,,\"c\"", "\"a\"\"b\"", "w/\"a\"", "\"a", "\"a b\"",
            "\"é\"",
        ]
    ) { input in
        if let tag = EntityTag(parsing: input.span) {
            try hold(tag.bytes == input, "\(tag) was another")
            try hold(tag.matchesWeakly(tag) && tag.matchesStrongly(tag) == !tag.isWeak, "\(tag) is not itself")
        }
        guard case .tags(let tags) = EntityTagList(input.span) else { return }
        try hold(!tags.isEmpty && tags.count <= input.count / 2, "\(tags.count) tags")
        let written = Array(tags.map(\.bytes).joined(separator: [44, 32]))
        try hold(EntityTagList(written.span) == .tags(tags), "written anew they are others")
    }

    static let mediaTypes = FuzzTarget(
        "media-types",
        texts: [
            "text/html", "text/html; charset=utf-8", "Text/HTML;Charset=\"utf-8\";charset=x", "a/b;c=\"\\\"\\\\\";d",
            "multipart/form-data; boundary=\"a b\"", "a/b;c=", "a/b;;c=d;", "a/", "/b", "a/b ;c=\"d",
            "a/b;c=\"d\"x;e=f",
        ]
    ) { input in
        guard let type = MediaType(String(decoding: input, as: UTF8.self)) else { return }
        try hold(isToken(type.type.utf8) && isToken(type.subtype.utf8), "\(type)")
        try hold(Set(type.parameters.map(\.name)).count == type.parameters.count, "a parameter stands twice")
        try hold(MediaType(type.description) == type, "\(type) is read as another")
    }

    static let cookies = FuzzTarget(
        "cookies",
        texts: ["a=b", "a=b; c=d", "a=b;a=c;;  ", "=a; b; c=", "a=\"b c\"; d=e=f", "\ta = b\t", "é=ü"]
    ) { input in
        var fields = HTTPFields()
        fields.append(.cookie, bytes: input)
        let cookies = RequestCookies(fields)
        try hold(cookies.count <= input.count / 2 + 1, "\(cookies.count) cookies")
        let written = cookies.map { "\($0.name)=\($0.value)" }
        let again = RequestCookies([.cookie: written.joined(separator: "; ")])
        try hold(again.map { "\($0.name)=\($0.value)" } == written, "\(written)")
        for cookie in cookies {
            guard let value = try? SetCookie(cookie.name, cookie.value).fieldValue() else { continue }
            try hold(RequestCookies([.cookie: value])[cookie.name] == cookie.value, value)
        }
    }

    static let percentEncoding = FuzzTarget(
        "percent-encoding",
        texts: ["a%20b", "%C3%A9+", "%", "%4", "%zz", "%25%32%35", "a b/é?=&;%00"]
    ) { input in
        let loose = PercentEncoding.decode(input)
        try hold(loose.count <= input.count, "decoding adds bytes")
        if let strict = PercentEncoding.decodeStrictly(input.span) { try hold(strict == loose, "two readings") }
        for allowed in [PercentEncoding.Allowed.unreserved, .pathSegment, .queryValue, .form] {
            let encoded = PercentEncoding.encode(input, keeping: allowed)
            try hold(encoded.allSatisfy { $0 == 37 || allowed.contains($0) }, "a byte that may not stay")
            try hold(PercentEncoding.decodeStrictly(encoded.span) == input, "encoded it is another")
        }
    }

    static let forms = FuzzTarget(
        "forms",
        texts: ["a=b&c=d", "a=b+c%20d&a=&=&&x", "%=%4&é=%C3%A9", "a=b;c=d", "a==b"]
    ) { input in
        let fields = try FormFields(urlEncoded: input)
        try hold(fields.count <= input.count / 2 + 1, "\(fields.count) fields")
        let written = fields.urlEncoded
        try hold(written.allSatisfy { $0 > 32 && $0 < 127 }, "a byte that may not stay")
        try hold(try FormFields(urlEncoded: written) == fields, "written anew they are others")
    }

    static let partDisposition = FuzzTarget(
        "part-disposition",
        texts: [
            "form-data; name=\"a\"", "form-data; name=a; filename=\"b.txt\"", "form-data; name=\"a%22\\\"b\\\\\";",
            "FORM-DATA;NAME=a", "form-data; filename*=UTF-8''x; name=\"\"", "attachment; name=a",
            "form-data; name=\"a\\\"",
        ]
    ) { input in
        guard let disposition = PartDisposition(input.span) else { return }
        let size = disposition.name.utf8.count + (disposition.filename?.utf8.count ?? 0)
        // A byte that is no UTF-8 becomes the three of U+FFFD.
        try hold(size <= 3 * input.count, "longer than the field")
    }

    static let utf8 = FuzzTarget("utf8", texts: ["aé€😀", "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"]) {
        input in
        var whole = UTF8Validator()
        whole.read(input.span)
        let isValid = String(validating: input, as: UTF8.self) != nil
        try hold(whole.isComplete == isValid, "valid is \(isValid)")
        var bytewise = UTF8Validator()
        for byte in input { bytewise.read([byte].span) }
        try hold(bytewise.isValid == whole.isValid && bytewise.isComplete == whole.isComplete, "a split tells")
    }
}
