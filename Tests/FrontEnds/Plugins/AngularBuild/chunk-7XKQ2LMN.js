var base=new URL(document.querySelector("base").getAttribute("href"),document.baseURI).pathname;
var strip=p=>p.startsWith(base)?p.slice(base.length):p.replace(/^\//,"");
var join=p=>(base.endsWith("/")?base.slice(0,-1):base)+"/"+p.replace(/^\//,"");
export{base as a,strip as b,join as c};
