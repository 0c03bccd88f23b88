import { expect } from "../check.js";

export async function accent() {
    const answer = await fetch("data/café.json");
    expect(answer.ok, `It was answered ${answer.status}`);
    const type = answer.headers.get("Content-Type") ?? "no type";
    expect(type.startsWith("application/json"), `Its type is ${type}`);
    const { greeting } = await answer.json();
    expect(greeting.startsWith("Un café à Zürich"), "Its text was not read as UTF-8");
    return "data/café.json says “Un café à Zürich”";
}

export async function svg() {
    await decoded("drawing");
    return "images/loop.svg, 320\u00a0×\u00a0180";
}

export async function bitmap() {
    const image = await decoded("hills");
    const colour = pixel(image, 2, 2);
    const distance = Math.max(...[30, 41, 82].map((value, index) => Math.abs(value - colour[index])));
    expect(distance <= 3, `The pixel at the top left is rgb(${colour})`);
    return "images/hills.png, readable by a canvas";
}

export async function nestedStyle() {
    const background = getComputedStyle(document.getElementById("tile")).backgroundImage;
    expect(background !== "none", "style/parts/evidence.css is not in force");
    const url = background.slice('url("'.length, -'")'.length);
    expect(url === new URL("images/tile.svg", document.baseURI).href, `Its address became ${background}`);

    const { initiatorType } = await fetched(url);
    expect(initiatorType === "css", `${initiatorType} fetched it, not the style sheet`);
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    expect(image.naturalWidth === 24, `It is ${image.naturalWidth} wide instead of 24`);
    return "images/tile.svg, for an imported sheet";
}

export async function font() {
    // No other font has this sign of private use at this width.
    const sign = "\ue000";
    const [face] = await document.fonts.load('100px "Loop"', sign);
    expect(face?.status === "loaded", "No font called Loop was loaded");
    const context = document.createElement("canvas").getContext("2d");
    context.font = '100px "Loop"';
    const { width } = context.measureText(sign);
    expect(Math.abs(width - 175) < 1, `Its sign is ${width / 100} em wide instead of 1.75`);
    return "fonts/loop.woff2, its sign 1.75 em wide";
}

/** The image of an element, apart from it: WebKit tells a drawing's size as it is shown, not as it is. */
async function decoded(id) {
    const image = Object.assign(new Image(), { src: document.getElementById(id).src });
    await image.decode();
    const size = `${image.naturalWidth} × ${image.naturalHeight}`;
    expect(size === "320 × 180", `It is ${size} instead of 320 × 180`);
    return image;
}

/** The colour of one pixel; a picture of another origin would refuse it. */
function pixel(image, x, y) {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return [...context.getImageData(x, y, 1, 1).data];
}

/** What the browser noted of a request, once it has been made. */
function fetched(url) {
    return new Promise((resolve) => {
        new PerformanceObserver((list, observer) => {
            const [entry] = list.getEntriesByName(url);
            if (!entry) return;
            observer.disconnect();
            resolve(entry);
        }).observe({ type: "resource", buffered: true });
    });
}
