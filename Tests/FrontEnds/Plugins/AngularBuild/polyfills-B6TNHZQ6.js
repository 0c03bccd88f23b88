window.zoneLike={name:"root"};verdict.meet("polyfills");
