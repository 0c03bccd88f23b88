import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Films of another site in fragments, by the engine's own player and by one that a page has written.
    @Suite("Called films", .timeLimit(.minutes(2)))
    struct CalledFilmTests {
        /// Gives `play(film)`, which plays an element to its end, and tells how much of it was seen.
        private static let playing = """
            const happens = (element, name) => new Promise((resolve, reject) => {
                element.addEventListener(name, resolve, { once: true });
                const fails = () => reject(new Error(element.error?.message ?? 'it failed'));
                element.addEventListener('error', fails, { once: true });
            });
            const play = async film => {
                const pictures = new Set(), canvas = document.createElement('canvas');
                const context = canvas.getContext('2d', { willReadFrequently: true });
                const look = () => {
                    if (film.ended) return;
                    context.drawImage(film, 0, 0, 80, 60);
                    pictures.add(String(context.getImageData(0, 0, 80, 60).data));
                    requestAnimationFrame(look);
                };
                const ended = happens(film, 'ended');
                film.playbackRate = 2;
                await film.play();
                look();
                await ended;
                const sound = film.audioTracks?.length ?? film.webkitAudioDecodedByteCount;
                return [film.videoWidth, film.currentTime >= 3.9, pictures.size >= 5, sound > 0];
            };

            """

        private static let types = "video/mp4; codecs=\"avc1.4d400a, mp4a.40.2\""

        /// Runs a script in a page that asks for media through the proxy, where the film is at `upstream + '/start.m3u8'`.
        private func expectPlayed(
            _ engine: BrowserEngine,
            proxying elements: ProxiedElements,
            _ script: String
        ) async throws {
            let document = PreparedDocument.make("<!doctype html><meta charset=utf-8><title>a</title><body>") {
                $0.proxiedElements = elements
            }
            let film = try await FragmentedFilm.make()
            try #require(film.picture.fragments.count == 4)
            try await ProxiedPage.with(
                engine,
                files: ["index.html": document],
                configure: FragmentedFilm.admitName,
                { site in
                    let can = try await site.run("return document.createElement('video').canPlayType('\(Self.types)')")
                    try engine.require(can != "", "plays no H.264: WebKit needs gstreamer1.0-libav")
                    film.serve(on: site)
                    let seen = try await site.run(Self.playing + script, within: .seconds(40))
                    #expect(seen == [160, true, true, true])
                    for (path, host) in FragmentedFilm.calls {
                        let requests = site.upstream.requests.filter { $0.path == path }
                        #expect(!requests.isEmpty, "\(path) was not asked for")
                        for request in requests { #expect(request["Host"] == "\(host):\(site.upstream.port)") }
                    }
                }
            )
        }

        @Test(
            "PROXY-11 The engine's own player plays a film with sound apart, maps, byte ranges and a key, behind a redirect",
            arguments: BrowserEngine.allCases
        )
        func native(engine: BrowserEngine) async throws {
            try await expectPlayed(
                engine,
                proxying: .media,
                """
                const film = Object.assign(document.createElement('video'), { muted: true, src: upstream + '/start.m3u8' });
                document.body.append(film);
                const seen = await play(film);
                if (film.src !== upstream + '/start.m3u8') throw new Error(film.src);
                return seen
                """
            )
        }

        /// Gives `start(film, url)`: fetches playlists, their keys and fragments, and feeds them to the element.
        private static let player = """
            const load = async (url, range) => {
                const headers = range ? { Range: `bytes=${range.start}-${range.start + range.count - 1}` } : {};
                const answer = await fetch(url, { headers });
                if (answer.status !== (range ? 206 : 200)) throw new Error(`${url} answered ${answer.status}`);
                return answer;
            };
            const bytes = async (url, range) => new Uint8Array(await (await load(url, range)).arrayBuffer());
            const attributes = text => Object.fromEntries(Array.from(
                text.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g), ([, name, value]) => [name, value.replaceAll('"', '')]));
            const lines = async url => {
                const answer = await load(url);
                return { base: answer.url, lines: (await answer.text()).split('\\n') };
            };
            const readMain = async url => {
                const { base, lines: [...all] } = await lines(url);
                const sound = attributes(all.find(line => line.startsWith('#EXT-X-MEDIA:'))).URI;
                const picture = all[all.findIndex(line => line.startsWith('#EXT-X-STREAM-INF:')) + 1];
                return [picture, sound].map(address => new URL(address, base).href);
            };
            // What is to be loaded, in its order: fragments, each with its range and key, and maps.
            const readList = async url => {
                const { base, lines: all } = await lines(url), parts = [];
                let key, range, end = 0;
                const rangeOf = text => {
                    const [count, start = end] = text.split('@').map(Number);
                    end = start + count;
                    return { start, count };
                };
                for (const line of all) {
                    const [, tag, text] = /^#([A-Z-]+):(.*)$/.exec(line) ?? [];
                    const values = attributes(text ?? '');
                    if (tag === 'EXT-X-BYTERANGE') range = rangeOf(text);
                    if (tag === 'EXT-X-KEY')
                        key = values.METHOD === 'NONE' ? undefined : { url: new URL(values.URI, base), vector: values.IV };
                    if (tag === 'EXT-X-MAP')
                        parts.push({ url: new URL(values.URI, base), range: values.BYTERANGE && rangeOf(values.BYTERANGE) });
                    if (line === '' || line.startsWith('#')) continue;
                    parts.push({ url: new URL(line, base), range, key });
                    range = undefined;
                }
                return parts;
            };
            const decrypt = async (data, { url, vector }) => {
                const key = await crypto.subtle.importKey('raw', await bytes(url), 'AES-CBC', false, ['decrypt']);
                const iv = Uint8Array.from(vector.slice(2).match(/../g), pair => parseInt(pair, 16));
                return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, data);
            };
            const feed = async (buffer, url) => {
                for (const { url: part, range, key } of await readList(url)) {
                    const data = await bytes(part, range);
                    buffer.appendBuffer(key ? await decrypt(data, key) : data);
                    await happens(buffer, 'updateend');
                }
            };
            const start = async (film, url) => {
                const [picture, sound] = await readMain(url), source = new MediaSource();
                film.src = URL.createObjectURL(source);
                await happens(source, 'sourceopen');
                const types = ['video/mp4; codecs="avc1.4d400a"', 'audio/mp4; codecs="mp4a.40.2"'];
                const [first, second] = types.map(type => source.addSourceBuffer(type));
                await Promise.all([feed(first, picture), feed(second, sound)]);
                source.endOfStream();
            };

            """

        @Test(
            "PROXY-1 A page's own player plays such a film by fetch and Media Source, by the film's own addresses",
            arguments: BrowserEngine.allCases
        )
        func mediaSource(engine: BrowserEngine) async throws {
            try await expectPlayed(
                engine,
                proxying: [],
                Self.player + """
                    const film = Object.assign(document.createElement('video'), { muted: true });
                    document.body.append(film);
                    await start(film, upstream + '/start.m3u8');
                    return await play(film)
                    """
            )
        }
    }
}
