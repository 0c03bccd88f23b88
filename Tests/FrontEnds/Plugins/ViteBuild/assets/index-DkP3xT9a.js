const files=(n,c=files,l=(c.f||(c.f=["assets/About-Qw5e6r7t.js","assets/vendor-Bq1r2s3t.js","assets/About-Jk8l9m0n.css"])))=>n.map(i=>l[i]);
import{h as e,render as t}from"./vendor-Bq1r2s3t.js";const a="modulepreload",o=function(n){return"/"+n},s={},r=function(c,l,u){let d=Promise.resolve();if(l&&l.length>0){const g=document.querySelector("meta[property=csp-nonce]"),x=g?.nonce;d=Promise.allSettled(l.map(m=>{if(m=o(m),m in s)return;s[m]=!0;const y=m.endsWith(".css"),p=y?'[rel="stylesheet"]':"";if(document.querySelector(`link[href="${m}"]${p}`))return;const f=document.createElement("link");if(f.rel=y?"stylesheet":a,y||(f.as="script"),f.crossOrigin="",f.href=m,x&&f.setAttribute("nonce",x),document.head.appendChild(f),y)return new Promise((w,b)=>{f.addEventListener("load",w),f.addEventListener("error",()=>b(new Error(`no style ${m}`)))})}))}return d.then(m=>{const y=(m||[]).filter(p=>p.status==="rejected");if(y.length)throw y[0].reason;return c()})};
const logo="/assets/logo-BkQ2v9xL.svg",novel=new URL("/assets/new-Zx81Yw72.svg",import.meta.url).href;
const text={note:"The file /assets/logo-BkQ2v9xL.svg stays as it is",path:"/"+"assets"};
t(document.querySelector("#app"),e("main",{class:"card"},e("img",{src:logo,id:"logo"}),e("img",{src:novel,id:"new"}),e("h1",{},"It runs")));
verdict.meet("vendor");verdict.images("logo","#logo");verdict.images("moduleurl","#new");
verdict.style("style",".card","display","grid");
verdict.until("font",()=>document.fonts.load("16px Loop").then(n=>n.length===1));
import("/assets/Late-Ab1c2d3e.js").then(n=>n.default==="late"&&verdict.meet("literal"));
const chosen=["assets/Named-Fg4h5i6j.js"][0];
import(/* @vite-ignore */ "/"+chosen).then(n=>n.name==="named"&&verdict.meet("named"));
const pages={"./pages/About.vue":()=>r(()=>import("./About-Qw5e6r7t.js"),files([0,1,2]))};
pages["./pages/About.vue"]().then(n=>{n.show();verdict.meet("page");verdict.style("pagestyle",".about","color","rgb(1, 2, 3)")});
fetch("/data.json").then(n=>n.json()).then(n=>n.path==="/assets/logo-BkQ2v9xL.svg"&&text.path==="/assets"&&verdict.meet("json"));
//# sourceMappingURL=index-DkP3xT9a.js.map
