import { Skipped, expect, withFrame } from "../check.js";

export async function token() {
    const { pathname } = new URL("bait/data.json", document.baseURI);
    const [, secret, ...rest] = pathname.split("/");
    const wrong = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    const [right, ...refused] = await Promise.all(
        [`/${secret}/`, `/${wrong}/`, "/"].map(async (start) => {
            const answer = await fetch(start + rest.join("/"), { cache: "no-store" });
            return { status: answer.status, text: await answer.text() };
        }),
    );
    expect(right.status === 200, `The right secret was answered ${right.status}`);
    for (const { status, text } of refused) {
        expect(status === 403, `It was answered ${status}`);
        expect(!text.includes(right.text), "It was answered 403, and with the file");
    }
    expect(refused[0].text === refused[1].text, "A wrong secret is answered otherwise than none");
    return `A wrong secret and none: 403 “${refused[0].text.match(/[^\n.]+(?=\.)/)}”`;
}

export async function neighbour() {
    // plugin-host serves a page on another port, and says in this page's address where: ?neighbour=PORT
    const port = new URLSearchParams(location.search).get("neighbour");
    if (!port) throw new Skipped("There is no neighbour: the address has no ?neighbour=PORT");
    expect(/^\d{1,5}$/.test(port), "?neighbour= in the address is no port");

    for (const bait of ["data.json", "script.js", "image.svg", "page.html"]) {
        const { status } = await fetch(`bait/${bait}`);
        expect(status === 200, `bait/${bait} is not there to be taken: ${status}`);
    }
    const { ways, able, got } = await withFrame(`http://127.0.0.1:${port}/`, (frame) => attempt(frame, port));
    expect(got.length === 0, `Port ${port} got in by: ${got.join(", ")}`);
    const unable = ways.filter((way) => !able.includes(way));
    expect(unable.length === 0, `This proves nothing, since these fail everywhere: ${unable.join(", ")}`);
    return `Port ${port} tried ${ways.length} ways and got nothing`;
}

/** Gives the neighbour the address with its secret, and waits for what it could get with it. */
function attempt(frame, port) {
    const origin = `http://127.0.0.1:${port}`;
    return new Promise((resolve, reject) => {
        let heard = false;
        frame.onload = () => setTimeout(() => heard || reject(new Error(`No neighbour answers at port ${port}`)), 1000);
        addEventListener("message", function listen({ data, source, origin: sender }) {
            if (source !== frame.contentWindow || sender !== origin) return;
            heard = true;
            if (data === "ready") {
                source.postMessage({ bait: new URL("bait/", document.baseURI).href }, origin);
            } else {
                removeEventListener("message", listen);
                resolve(data);
            }
        });
    });
}
