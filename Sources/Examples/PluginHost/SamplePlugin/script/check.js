// What the checks are made of. A check is an async function: it returns what it saw, or throws what is wrong.

/** Thrown by a check that can't be made here. */
export class Skipped extends Error {}

export function expect(condition, message) {
    if (!condition) throw new Error(message);
}

/** The element's next event of this name; fails with its error. */
export function next(element, name) {
    return new Promise((resolve, reject) => {
        element.addEventListener(name, resolve, { once: true });
        element.addEventListener("error", () => reject(new Error(element.error?.message || "It could not be loaded")), { once: true });
    });
}

/** Fails when the promise takes longer. */
export function within(milliseconds, promise) {
    let timer;
    const limit = new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`It did not end within ${milliseconds / 1000} s`)), milliseconds);
    });
    return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Keeps another window of this origin from doing the same at the same time. */
export function alone(name, body) {
    return navigator.locks ? navigator.locks.request(`origin-check ${name}`, body) : body();
}

/** Shows a frame that nobody sees until the body is done with it. */
export async function withFrame(src, body) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src, title: "Part of a check", className: "unseen", tabIndex: -1, ariaHidden: "true" });
    try {
        const done = body(frame);
        document.body.append(frame);
        return await done;
    } finally {
        frame.remove();
    }
}
