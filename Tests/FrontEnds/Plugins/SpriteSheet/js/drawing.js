document.documentElement.setAttribute("data-script", "ran");
