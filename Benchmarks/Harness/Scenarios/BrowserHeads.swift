/// Heads as browsers send them, for a parser to work on; made for this purpose, after the fields that engines send.
package enum BrowserHeads {
    /// A page's load by an engine of Chromium's family.
    private static let pageLoad = [
        "GET /0f1e2d3c4b5a69788796a5b4c3d2e1f0/plugins/reader/index.html?chapter=12 HTTP/1.1",
        "Host: 127.0.0.1:51742",
        "Connection: keep-alive",
        "Cache-Control: max-age=0",
        "sec-ch-ua: \"Chromium\";v=\"142\", \"Not_A Brand\";v=\"99\"",
        "sec-ch-ua-mobile: ?0",
        "sec-ch-ua-platform: \"Linux\"",
        "Upgrade-Insecure-Requests: 1",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
        "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-User: ?1",
        "Sec-Fetch-Dest: document",
        "Accept-Encoding: gzip, deflate, br, zstd",
        "Accept-Language: en-GB,en;q=0.9,de;q=0.8",
    ]

    /// A page's fetch by an engine of WebKit's family.
    private static let fetch = [
        "GET /0f1e2d3c4b5a69788796a5b4c3d2e1f0/plugins/reader/data/chapters.json HTTP/1.1",
        "Host: 127.0.0.1:51742",
        "Accept: */*",
        "Sec-Fetch-Site: same-origin",
        "Accept-Language: en-GB,en;q=0.9",
        "Accept-Encoding: gzip, deflate",
        "Sec-Fetch-Mode: cors",
        "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            + "Mobile/15E148",
        "Referer: http://127.0.0.1:51742/",
        "Connection: keep-alive",
        "Sec-Fetch-Dest: empty",
        "Priority: u=3, i",
    ]

    /// A request with cookies by an engine of Gecko's family.
    private static let withCookies = [
        "GET /0f1e2d3c4b5a69788796a5b4c3d2e1f0/plugins/reader/styles/print.css?v=20260214 HTTP/1.1",
        "Host: 127.0.0.1:51742",
        "User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
        "Accept: text/css,*/*;q=0.1",
        "Accept-Language: de,en-US;q=0.7,en;q=0.3",
        "Accept-Encoding: gzip, deflate, br, zstd",
        "Connection: keep-alive",
        "Referer: http://127.0.0.1:51742/0f1e2d3c4b5a69788796a5b4c3d2e1f0/plugins/reader/index.html",
        "Cookie: theme=dark; size=17; session=c2FtcGxlLXNlc3Npb24tdmFsdWUtZm9yLWEtcGFyc2Vy; last=chapter-12%2Fpage-4; "
            + "seen=1%2C2%2C3%2C5%2C8%2C13%2C21%2C34; consent=necessary%2Cstatistics; layout=columns%3D2%26margin%3D24; "
            + "visitor=8f14e45fceea167a5a36dedd4bea2543",
        "Sec-Fetch-Dest: style",
        "Sec-Fetch-Mode: no-cors",
        "Sec-Fetch-Site: same-origin",
        "If-Modified-Since: Sat, 14 Feb 2026 09:30:00 GMT",
        "If-None-Match: \"5d8c72a5edda8-2f4a\"",
        "Priority: u=2",
    ]

    /// The heads in their wire form.
    package static let all: [[UInt8]] = [pageLoad, fetch, withCookies].map { lines in
        Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }
}
