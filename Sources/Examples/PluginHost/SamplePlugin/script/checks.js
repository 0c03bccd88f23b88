// One function a row: it returns what was seen, or throws what is wrong.

/** Thrown by a check that this browser can't make. */
export class Skipped extends Error {}

function expect(condition, message) {
    if (!condition) throw new Error(message);
}

/** Waits for an event of the element, for ten seconds at most. */
function happens(element, name) {
    return new Promise((resolve, reject) => {
        element.addEventListener(name, resolve, { once: true });
        element.addEventListener("error", () => reject(new Error(element.error?.message || "could not be loaded")), { once: true });
        setTimeout(() => reject(new Error(`no "${name}" within ten seconds`)), 10_000);
    });
}

async function loaded(id, width, height) {
    const image = document.getElementById(id);
    await image.decode();
    expect(image.naturalWidth === width && image.naturalHeight === height,
        `is ${image.naturalWidth} × ${image.naturalHeight} instead of ${width} × ${height}`);
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

export const checks = {
    async module() {
        const { pathname } = new URL(import.meta.url);
        expect(pathname.endsWith("/script/checks.js"), "import.meta.url is not this file's address");
        return "page.js imported checks.js by a relative address";
    },

    async style() {
        const value = getComputedStyle(document.documentElement).getPropertyValue("--check-style").trim();
        expect(value, "page.css is not in force");
        return value.replaceAll('"', "");
    },

    async svg() {
        await loaded("drawing", 320, 180);
        return "loop.svg, 320 × 180";
    },

    async png() {
        const [red, green, blue] = pixel(await loaded("bitmap", 320, 180), 2, 2);
        const distance = Math.max(Math.abs(red - 30), Math.abs(green - 41), Math.abs(blue - 82));
        expect(distance <= 3, `the pixel at the top left is rgb(${red} ${green} ${blue})`);
        return "hills.png, 320 × 180, and a canvas may read it";
    },

    async json() {
        const answer = await fetch(new URL("../data/café.json", import.meta.url));
        expect(answer.ok, `answered ${answer.status}`);
        const type = answer.headers.get("Content-Type") ?? "no type";
        expect(type.startsWith("application/json"), `its type is ${type}`);
        const { greeting } = await answer.json();
        expect(greeting.includes("café"), "its text was not read as UTF-8");
        document.querySelector("#greeting").textContent = greeting;
        return `café.json, ${type}`;
    },

    async clip() {
        const video = document.getElementById("clip");
        if (!video.canPlayType('video/mp4; codecs="avc1.4d4015"')) throw new Skipped("this browser plays no H.264");
        if (video.error) throw new Error(video.error.message || `could not be loaded (code ${video.error.code})`);
        if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await happens(video, "loadeddata");
        expect(Math.abs(video.duration - 4) < 0.2, `lasts ${video.duration} s instead of 4 s`);
        video.currentTime = 3;
        await happens(video, "seeked");
        expect(Math.abs(video.currentTime - 3) < 0.2, `stands at ${video.currentTime} s after a seek to 3 s`);
        await video.play();
        return `clip.mp4, ${video.videoWidth} × ${video.videoHeight}, ${video.duration.toFixed(1)} s, sought to 3 s`;
    },
};
