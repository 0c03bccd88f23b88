import{a as base,b as strip,c as join}from"./chunk-7XKQ2LMN.js";
var routes={"":()=>Promise.resolve({text:"Home",image:"assets/logo.svg"}),about:()=>import("./chunk-ABOUT3RT.js").then(e=>e.route),"shop/item/7":()=>Promise.resolve({text:"Item 7",image:"/assets/about.svg"})};
var root=document.querySelector("app-root");root.innerHTML='<nav class="bar"><a routerlink="about" href="about">About</a></nav><img id="logo"><p id="text"></p>';
async function show(path){var e=await routes[path]();document.querySelector("#logo").src=e.image;document.querySelector("#text").textContent=e.text}
async function go(path){history.pushState({id:1},"",join(path));await show(path)}
addEventListener("popstate",()=>show(strip(location.pathname)));
root.addEventListener("click",e=>{var a=e.target.closest("[routerlink]");a&&(e.preventDefault(),go(strip(new URL(a.href,document.baseURI).pathname)))});
var wait=(name,path,text)=>new Promise(done=>{var turn=()=>strip(location.pathname)===path&&document.querySelector("#text").textContent===text?(verdict.meet(name),done()):setTimeout(turn,20);turn()});
await show(strip(location.pathname));
verdict.meet("router");
await wait("home","","Home");
verdict.images("logo","#logo");
verdict.style("style",".bar","display","flex");
fetch("assets/i18n/en.json").then(e=>e.json()).then(e=>e.title==="Shop"&&verdict.meet("words"));
root.querySelector("a").click();
await wait("navigated","about","About");
verdict.meet("lazy");
await go("shop/item/7");
await fetch("assets/i18n/en.json").then(e=>e.ok&&verdict.meet("deep"));
history.go(-2);
await wait("back","","Home");
