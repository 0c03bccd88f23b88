/// A way in which a page's code asks for a file.
struct URLWay: Sendable {
    let name: String
    /// The file's extension, which gives it its type.
    let type: String
    /// Statements that ask for `url`.
    let source: String

    init(_ name: String, _ type: String, _ source: String) {
        (self.name, self.type, self.source) = (name, type, source)
    }

    /// Ways that are tried in one page.
    enum Group: CaseIterable {
        case requests, properties, markup, styles

        var ways: [URLWay] {
            switch self {
            case .requests: URLWay.requests
            case .properties: URLWay.properties
            case .markup: URLWay.markup
            case .styles: URLWay.styles
            }
        }
    }

    static let requests = [
        URLWay("fetch", "json", "fetch(url).catch(() => 0)"),
        URLWay("fetch of a URL", "json", "fetch(new URL(url, location.origin)).catch(() => 0)"),
        URLWay("fetch of the origin's", "json", "fetch(location.origin + url).catch(() => 0)"),
        URLWay("fetch of a request", "json", "fetch(new Request(url)).catch(() => 0)"),
        URLWay("XMLHttpRequest", "json", "const r = new XMLHttpRequest(); r.open('GET', url, true); r.send()"),
        URLWay("Worker", "js", "new Worker(url)"),
        URLWay("SharedWorker", "js", "new SharedWorker(url)"),
        URLWay("EventSource", "txt", "const e = new EventSource(url); e.onerror = () => e.close()"),
        URLWay("sendBeacon", "txt", "navigator.sendBeacon(url, 'x')"),
        URLWay("Audio", "wav", "const a = new Audio(url); a.preload = 'auto'; a.load(); window.audio = a"),
        URLWay(
            "source.src",
            "wav",
            "const s = document.createElement('source'), v = add('video'); s.src = url; v.preload = 'auto'; v.append(s)"
        ),
        URLWay("Worklet", "js", "new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(url).catch(() => 0)"),
        // A frame for each address: a second navigation of the same frame would cancel the first one's request.
        URLWay("open", "html", "const name = add('iframe').name = `frame of ${url}`; open(url, name)"),
    ]

    static let properties = [
        URLWay("img.src", "png", "new Image().src = url"),
        URLWay("img.srcset", "png", "add('img').srcset = `${url} 1x,/none/x.png?1x 9x`"),
        URLWay("script.src", "js", "const s = document.createElement('script'); s.src = url; document.head.append(s)"),
        URLWay("link.href", "css", "const l = add('link'); l.rel = 'stylesheet'; l.href = url"),
        URLWay("iframe.src", "html", "add('iframe').src = url"),
        URLWay("embed.src", "html", "const e = document.createElement('embed'); e.src = url; document.body.append(e)"),
        URLWay(
            "object.data",
            "html",
            "const o = document.createElement('object'); o.data = url; document.body.append(o)"
        ),
        URLWay("input.src", "png", "const i = add('input'); i.type = 'image'; i.src = url"),
        URLWay("video.poster", "png", "const v = add('video'); v.width = v.height = 20; v.poster = url"),
        URLWay(
            "form.action",
            "html",
            """
            const f = add('form'); f.method = 'post'; f.target = add('iframe').name = `form of ${url}`; f.action = url;
            f.submit()
            """
        ),
        URLWay("setAttribute", "png", "add('img').setAttribute('SRC', url)"),
        URLWay(
            "setAttributeNS",
            "png",
            """
            const svg = add('svg'); svg.setAttribute('width', '20'); svg.setAttribute('height', '20');
            const i = add('image', svg); i.setAttribute('width', 20); i.setAttribute('height', 20);
            i.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', url)
            """
        ),
        URLWay(
            "href.baseVal",
            "png",
            """
            const svg = add('svg'); const i = add('image', svg); i.setAttribute('width', 20);
            i.setAttribute('height', 20); i.href.baseVal = url
            """
        ),
    ]

    static let markup = [
        URLWay("innerHTML", "png", "add('div').innerHTML = `<p title='1 > 0'>x</p><img src=\"${url}\">`"),
        URLWay("innerHTML, unquoted", "png", "add('div').innerHTML = `<img alt src=${url}>`"),
        URLWay("innerHTML, in single quotes", "png", "add('div').innerHTML = `<IMG SRC = '${url}'>`"),
        URLWay("innerHTML, srcset", "png", "add('div').innerHTML = `<img srcset='${url} 1x, /none/x.png?1x 9x'>`"),
        URLWay("innerHTML, a style", "png", "add('div').innerHTML = `<p style=\"background: url('${url}')\">x</p>`"),
        URLWay(
            "innerHTML of an SVG",
            "png",
            """
            add('svg').innerHTML = `<g/><image width="20" height="20" xlink:href="${url}"/>`
            """
        ),
        URLWay(
            "innerHTML of a shadow tree",
            "png",
            """
            add('div').attachShadow({ mode: 'open' }).innerHTML = `<img src="${url}">`
            """
        ),
        URLWay("outerHTML", "png", "add('div').outerHTML = `<div><img src=\"${url}\"></div>`"),
        URLWay("insertAdjacentHTML", "png", "document.body.insertAdjacentHTML('beforeend', `<img src=\"${url}\">`)"),
        URLWay(
            "createContextualFragment",
            "png",
            """
            document.body.append(document.createRange().createContextualFragment(`<img src="${url}">`))
            """
        ),
    ]

    static let styles = [
        URLWay(
            "a style element's text node",
            "png",
            """
            const style = document.head.appendChild(document.createElement('style')), p = add('p');
            p.className = 'node' + url.length;
            style.appendChild(document.createTextNode(`.${p.className} { background: url(${url}) }`))
            """
        ),
        URLWay(
            "a style element's textContent",
            "png",
            """
            const p = add('p'); p.className = 'text' + url.length;
            add('style').textContent = `.${p.className} { background: url( "${url}" ) }`
            """
        ),
        URLWay("a style element's import", "css", "add('style').innerHTML = `@import '${url}';`"),
        URLWay(
            "insertRule",
            "png",
            """
            const p = add('p'); p.className = 'rule' + url.length;
            add('style').sheet.insertRule(`.${p.className} { background: url(${url}) }`)
            """
        ),
        URLWay("FontFace", "woff2", "new FontFace('face', `url(${url})`).load().catch(() => 0)"),
        URLWay("setProperty", "png", "add('p').style.setProperty('background', `url(${url})`)"),
        URLWay("cssText", "png", "add('p').style.cssText = `color: red; background: url(${url})`"),
        URLWay("style.backgroundImage", "png", "add('p').style.backgroundImage = `url(${url})`"),
        URLWay(
            "style.backgroundImage before it is shown",
            "png",
            """
            const a = document.createElement('div'), b = document.createElement('p'); a.append(b); b.textContent = 'x';
            b.style.backgroundImage = `url(${url})`; document.body.append(a)
            """
        ),
        URLWay("setAttribute of a style", "png", "add('p').setAttribute('style', `background: url(${url})`)"),
    ]

    /// Adds an element; a paragraph has a text, so that its background shows.
    static let add = """
        const add = (name, parent = document.body) => {
            const isSVG = ['svg', 'image'].includes(name);
            const element = isSVG ? document.createElementNS('http://www.w3.org/2000/svg', name)
                : document.createElement(name);
            if (name === 'p') element.textContent = 'x';
            return parent.appendChild(element);
        };
        """
}
