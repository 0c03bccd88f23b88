"use strict";(self.webpackChunkapp=self.webpackChunkapp||[]).push([[27],{27:(e,t,r)=>{r.d(t,{words:()=>n});var n="late"}}]);
