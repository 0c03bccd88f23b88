import { Skipped, expect, next } from "../check.js";

export async function video() {
    const clip = document.getElementById("clip");
    if (!clip.canPlayType('video/mp4; codecs="avc1.4d4015"')) throw new Skipped("This browser plays no H.264");
    await loaded(clip, 4);
    const started = await starts(clip);
    clip.pause();
    clip.currentTime = 3;
    await next(clip, "seeked");
    expect(Math.abs(clip.currentTime - 3) < 0.25, `It stands at ${clip.currentTime} s after a seek to 3 s`);
    await answersRanges(clip.src);
    return started ? "Played, sought to 3 s, ranges work" : "Sought to 3 s, ranges work; a click plays it";
}

export async function audio() {
    const tone = document.getElementById("tone");
    if (!tone.canPlayType("audio/wav")) throw new Skipped("This browser plays no WAV");
    const answer = await fetch(tone.src);
    expect(answer.ok, `It was answered ${answer.status}`);
    const sound = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(await answer.arrayBuffer());
    const hertz = pitch(sound);
    expect(Math.abs(hertz - 660) < 10, `It sounds at ${hertz} Hz instead of 660 Hz`);
    await loaded(tone, 0.5);
    // Silently: a page that sounds by itself is a nuisance.
    tone.muted = true;
    return (await starts(tone)) ? `Played, and decoded: ${hertz} Hz` : `Decoded: ${hertz} Hz; a click plays it`;
}

async function loaded(media, seconds) {
    if (media.error) throw new Error(media.error.message || `It could not be loaded (code ${media.error.code})`);
    if (media.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await next(media, "loadeddata");
    expect(Math.abs(media.duration - seconds) < 0.2, `It lasts ${media.duration} s instead of ${seconds} s`);
}

/** Plays until time goes on; false where the browser wants a click first, which says nothing about the origin. */
async function starts(media) {
    try {
        await media.play();
    } catch (error) {
        if (error.name === "NotAllowedError") return false;
        throw error;
    }
    while (media.currentTime === 0) await next(media, "timeupdate");
    return true;
}

/** Seeking in a long film asks for parts of it; a short clip is there whole, so this asks for one. */
async function answersRanges(url) {
    const answer = await fetch(url, { headers: { Range: "bytes=100-199" }, cache: "no-store" });
    const range = answer.headers.get("Content-Range") ?? "no Content-Range";
    expect(answer.status === 206, `A range of bytes was answered ${answer.status}`);
    expect(range.startsWith("bytes 100-199/"), `A range of bytes was answered with ${range}`);
    const { byteLength } = await answer.arrayBuffer();
    expect(byteLength === 100, `A range of 100 bytes had ${byteLength}`);
}

/** How often a second the sound rises through zero. */
function pitch(sound) {
    const samples = sound.getChannelData(0);
    const rises = samples.reduce((count, sample, index) => count + (samples[index - 1] < 0 && sample >= 0), 0);
    return Math.round(rises / sound.duration);
}
