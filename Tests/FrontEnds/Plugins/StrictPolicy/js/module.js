import "/js/late.js";
verdict.meet("module");
