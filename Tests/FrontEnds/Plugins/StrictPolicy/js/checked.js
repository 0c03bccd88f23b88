import("/js/late.js").then(function () { verdict.meet("checked"); });
