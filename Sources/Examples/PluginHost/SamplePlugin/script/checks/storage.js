// Three counters of how often this page was opened. They go on after a restart, because the port is the same again.
import { alone, expect } from "../check.js";

const key = "origin-check opened";

const stores = {
    indexedDB: {
        read: () => inDatabase("readonly", (counters) => counters.get(key)).then((count) => count ?? 0),
        write: (count) => inDatabase("readwrite", (counters) => counters.put(count, key)),
    },

    localStorage: {
        async read() { return Number(self.localStorage.getItem(key)); },
        async write(count) { self.localStorage.setItem(key, count); },
    },

    // Path=/ because the path begins with a secret that is new at each launch; the port because every port of 127.0.0.1
    // sees the same cookies.
    cookie: {
        name: `origin-check-${location.port}`,
        async read() {
            const pair = document.cookie.split("; ").find((pair) => pair.startsWith(`${this.name}=`));
            return Number(pair?.slice(this.name.length + 1) ?? 0);
        },
        async write(count) { document.cookie = `${this.name}=${count}; Path=/; Max-Age=31536000; SameSite=Strict`; },
    },
};

function inDatabase(mode, operation) {
    return new Promise((resolve, reject) => {
        const opening = self.indexedDB.open("origin-check", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("counters");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction("counters", mode, { durability: "strict" });
            const request = operation(transaction.objectStore("counters"));
            transaction.oncomplete = () => { database.close(); resolve(request.result); };
            transaction.onabort = () => { database.close(); reject(transaction.error); };
        };
    });
}

/** Counts this visit; every store is read before one is written, so that a store which lost its count shows. */
async function countVisit() {
    const entries = Object.entries(stores);
    const earlier = await Promise.allSettled(entries.map(([, store]) => store.read()));
    const most = Math.max(0, ...earlier.map(({ value }) => value ?? 0));
    const counted = {};
    // One after the other, the slow one first: a page that is left meanwhile does not leave them far apart.
    for (const [index, [name, store]] of entries.entries()) {
        [counted[name]] = await Promise.allSettled([count(store, earlier[index], most)]);
    }
    return counted;
}

async function count(store, { value, reason }, most) {
    if (reason) throw reason;
    await store.write(most + 1);
    const now = await store.read();
    expect(now === most + 1, `It keeps nothing: ${most + 1} was written, ${now} was read`);
    // One less is a visit that was broken off.
    const isWhole = value === most || (value > 0 && value === most - 1);
    expect(isWhole, `It lost what it kept: ${value} here, ${most} in another store`);
    return `This page was opened ${now} time${now === 1 ? "" : "s"}`;
}

let visit;

async function opened(name) {
    visit ??= alone("visit", countVisit);
    const { value, reason } = (await visit)[name];
    if (reason) throw reason;
    return value;
}

export const localStorage = () => opened("localStorage");
export const indexedDB = () => opened("indexedDB");
export const cookie = () => opened("cookie");
