// Calls that fail: loud for the page's developer, and to its code what the platform makes of a failed call.

// The error that says what happened; `cause` of the platform's own.
const failureCause = (failure) => {
    const cause = new platform.Error(failure.message);
    const names = ["name", "stage", "reason", "url"];
    for (let index = 0; index < names.length; index += 1) {
        const name = names[index], value = failure[name];
        defineProperty(cause, name, { value, configurable: true, writable: true, enumerable: name !== "name" });
    }
    return cause;
};
platform.Error = Error;
platform.warn = console.warn;

// One line in the console.
const tell = (method, failure) => {
    const { stage, reason, message, url = "a malformed address" } = failure;
    apply(platform.warn, console, [`LoopbackKit: ${method} ${url} failed: ${stage}, ${reason}: ${message}`]);
};

// The platform's words for a call that failed differ by engine: WebKit's errors know their line. While the script itself
// runs an error is dear: Chromium reads all of the script again to say where it stands.
const isWebKit = () => "line" in new platform.Error();

// The rejection of a call that failed.
const rejection = (method, failure) => {
    tell(method, failure);
    const error = new TypeError(isWebKit() ? "Load failed" : "Failed to fetch");
    const cause = failureCause({ name: "LoopbackProxyError", ...failure });
    defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
    return error;
};
