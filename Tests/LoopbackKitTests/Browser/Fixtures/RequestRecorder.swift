/// Functions for pages that tell what an XMLHttpRequest does.
enum RequestRecorder {
    /// `record(request)` gives the list of the request's events to come: `1` to `4` for each change of its state but for
    /// repetitions, `name loaded/total` for the others, `up.` before those of the upload; progress is told by its last one.
    ///
    /// `send(address, options)` makes a whole call, and gives the request, its events and what `send()` threw.
    static let source = """
        const eventNames = ['loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend'];
        const isProgress = line => line !== undefined && line.includes('progress');
        function record(request, withUpload = true) {
            const events = [];
            const add = line => {
                if (isProgress(line) && isProgress(events.at(-1))) events.pop();
                if (line !== '3' || !isProgress(events.at(-1))) events.push(line);
            };
            const listen = (target, mark) => {
                for (const name of eventNames)
                    target.addEventListener(name, event => {
                        const total = event.lengthComputable ? event.total : '-';
                        add(`${mark}${name} ${event.loaded}/${total}${event.isTrusted ? '' : ' untrusted'}`);
                    });
            };
            listen(request, '');
            if (withUpload) listen(request.upload, 'up.');
            request.addEventListener('readystatechange', () => add(`${request.readyState}`));
            return events;
        }
        async function send(address, { method = 'GET', body = null, before, opened, sent, withUpload = false, end = 'loadend' } = {}) {
            const request = new XMLHttpRequest(), events = record(request, withUpload);
            if (before) before(request);
            request.open(method, address);
            if (opened) opened(request);
            const ended = new Promise(done => request.addEventListener(end, done));
            request.send(body);
            if (sent) sent(request);
            await ended;
            return { request, events };
        }

        """
}

extension ProxiedPage {
    /// Runs the body of an async function that finds `record` and `send`.
    @discardableResult
    func runRecorded(_ body: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await run(RequestRecorder.source + body, arguments)
    }
}
