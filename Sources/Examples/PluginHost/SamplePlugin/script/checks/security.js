import { expect } from "../check.js";

export async function secure() {
    expect(self.isSecureContext, "isSecureContext is false");
    expect(self.origin !== "null", "The origin is opaque");
    return "isSecureContext is true";
}

export async function crypto() {
    const { subtle } = self.crypto;
    expect(subtle, "crypto.subtle is missing");

    const digest = await subtle.digest("SHA-256", new TextEncoder().encode("abc"));
    expect(hex(digest) === "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "SHA-256 of “abc” is wrong");

    // The second test case of the specification of GCM: everything is zero.
    const key = await subtle.importKey("raw", new Uint8Array(16), "AES-GCM", false, ["encrypt"]);
    const text = await subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, new Uint8Array(16));
    expect(hex(text) === "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf", "AES-GCM encrypts wrongly");
    return "SHA-256 and AES-GCM give the known answers";
}

function hex(buffer) {
    return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
