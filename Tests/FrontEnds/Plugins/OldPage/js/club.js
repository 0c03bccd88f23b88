var early = new Image();
early.onload = function () { verdict.meet("early"); };
early.src = "/images/early.svg";

function start() {
    $("#news").load("/parts/news.html", function () { verdict.images("fragment", "#news img"); });
    $.getJSON("/data/members.json", function (members) {
        for (var i = 0; i < members.length; i++) {
            $("#members").append("<li><img src=\"/images/row.svg\" alt=\"\"> " + members[i].name + "</li>");
        }
        verdict.meet("json");
        verdict.images("rows", "#members img");
    });
    $("#hero").css("backgroundImage", "url(/images/hero.svg)");
    verdict.until("hero", function () {
        return verdict.shows("#hero", "images/hero.svg");
    });
    var over = document.over, link = over.parentNode;
    link.onmouseover();
    verdict.until("rollover", function () { return /over\.svg$/.test(over.src) && over.complete && over.naturalWidth > 0; });
    document.forms[0].submit();
    verdict.style("styles", "body", "color", "rgb(18, 52, 86)");
    verdict.images("images", "img:not([name])");
    verdict.until("area", function () {
        return fetch(document.getElementById("area").href).then(function (answer) { return answer.ok; });
    });
}
