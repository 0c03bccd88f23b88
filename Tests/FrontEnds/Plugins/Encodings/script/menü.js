// Le menu, en français
var word = "déjà vu à 5 € /images/café.svg";
if (word === "d\u00e9j\u00e0 vu \u00e0 5 \u20ac /images/caf\u00e9.svg") verdict.meet("script");
