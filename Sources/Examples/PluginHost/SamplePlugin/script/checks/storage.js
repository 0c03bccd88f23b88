// Three counters of how often this page was opened. They go on after a restart, because the port is the same again.
import { alone, expect } from "../check.js";

const key = "origin-check opened";

const stores = {
    localStorage: {
        async read() { return Number(self.localStorage.getItem(key)); },
        async write(count) { self.localStorage.setItem(key, count); },
    },

    indexedDB: {
        read: () => inDatabase("readonly", (counters) => counters.get(key)).then((count) => count ?? 0),
        write: (count) => inDatabase("readwrite", (counters) => counters.put(count, key)),
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
    const names = Object.keys(stores);
    const earlier = await Promise.allSettled(names.map((name) => stores[name].read()));
    const most = Math.max(0, ...earlier.map(({ value }) => value ?? 0));
    const counted = await Promise.allSettled(names.map((name, index) => count(stores[name], earlier[index], most)));
    return Object.fromEntries(names.map((name, index) => [name, counted[index]]));
}

async function count(store, { value, reason }, most) {
    if (reason) throw reason;
    await store.write(most + 1);
    const now = await store.read();
    expect(now === most + 1, `It keeps nothing: ${most + 1} was written, ${now} was read`);
    expect(value === most, `It lost what it kept: ${value} here, ${most} in another store`);
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
