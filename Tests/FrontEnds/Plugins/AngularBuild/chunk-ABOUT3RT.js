var route={text:"About",image:"assets/about.svg"};export{route};
