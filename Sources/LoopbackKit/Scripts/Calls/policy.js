// What the page's own Content Security Policy lets it call (CSP Level 3, section 6.7.2).
//
// Preparation has added the own origin to each `connect-src`, so that calls reach the proxy, and kept what the page wrote in
// `data-connect-src`. What that does not let through is left to the platform with its real address: the engine refuses it
// by the same policy, with its own errors and reports.
const isAdmitted = () => true;
