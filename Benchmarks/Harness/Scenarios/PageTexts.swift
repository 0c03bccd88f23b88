/// Text files such as plugins have, of any size: made for the harness, with references that lead to files and to none.
enum PageTexts {
    static let files = ["index.html", "css/main.css", "js/main.js", "img/a.png", "img/b.png", "img/icons.svg"]

    static func html(count: Int) -> [UInt8] {
        let head = "<!doctype html><html lang=en><head><meta charset=utf-8><title>Long</title></head><body>\n"
        return repeated(
            """
            <article class="card wide" id="a1" data-state="open"><h2>Heading of an article</h2>
            <p style="color:#333">Text with a <a href="/index.html#part">link</a>, an entity &amp; a few more words, as pages
            have them: most of what a document holds is text that nobody has to change.</p>
            <img src="/img/a.png" srcset="/img/a.png 1x, /img/b.png 2x" alt="A picture" width="320" height="200">
            <svg viewBox="0 0 10 10"><use href="/img/icons.svg#a"/></svg><!-- a comment --></article>

            """,
            count,
            head: head
        )
    }

    static func css(count: Int) -> [UInt8] {
        repeated(
            """
            .card > .title:not(:first-child)::after { content: "\\201C /img/a.png"; color: rgb(10 20 30 / 50%); }
            @media (min-width: 40em) { .card { background: url("/img/a.png") no-repeat, linear-gradient(#fff, #eee 50%);
              margin: calc(1rem + 2px) auto; transition: transform .3s ease-in-out } } /* a comment */

            """,
            count
        )
    }

    static func javaScript(count: Int) -> [UInt8] {
        repeated(
            """
            // A comment of a line.
            export function part(items, index = 0) {
              const total = items.filter((item) => /^[a-z]+\\/[0-9]*$/i.test(item.name)).length / 2;
              if (total > 10) { return `total: ${total} of ${items.map((x) => `<li>${x}</li>`).join("")}`; }
              const image = new URL("/img/a.png", import.meta.url), text = "/img/a.png is only a text";
              return import("/js/main.js").then((module) => module.default({ image, text, index: index + 1 }));
            }

            """,
            count
        )
    }

    private static func repeated(_ block: String, _ count: Int, head: String = "") -> [UInt8] {
        let block = Array(block.utf8)
        var bytes = Array(head.utf8)
        bytes.reserveCapacity(count + block.count)
        while bytes.count < count { bytes += block }
        return bytes
    }
}
