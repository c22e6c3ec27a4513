/** The layout of the desk. Its colours and components come from the product's stylesheet. */
export const DESK_STYLE = `
.desk>.topbar{position:static;grid-column:1/-1;flex-wrap:wrap;height:auto;min-height:3.5rem}
.desk>.topbar>.brand{flex:none}
.desk-index{position:sticky;z-index:4;top:0;display:flex;overflow-x:auto;padding:0 .5rem;border-bottom:1px solid var(--color-line);background:var(--color-page)}
.desk-index>a{flex:none;display:flex;align-items:center;min-height:3rem;padding:0 .5rem;text-decoration:none;white-space:nowrap}
.desk-index>a[aria-current]{font-weight:700;box-shadow:inset 0 -3px 0 var(--color-brand)}
.desk-main>h1{margin-bottom:-1rem}
.desk-main{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;max-width:52rem;margin:0 auto;padding:1rem 1rem 4rem;overflow-wrap:anywhere}
.desk-main .badge{white-space:normal}
.desk-main section{scroll-margin-top:4rem;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
.desk-grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.75rem;align-items:stretch}
.desk-grid>.card{align-content:space-between}
.desk-grid .cluster{justify-content:space-between}
.desk-fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));gap:.75rem;align-items:start}
.desk-fields>.button{align-self:end;grid-column:1/-1;justify-self:start}
.desk-fields .field{align-content:start}
.desk-acts{display:flex;flex-wrap:wrap;gap:.5rem;margin-left:auto}
.desk-picker{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-end}
.desk-picker>.field{flex:1 1 12rem;min-width:0}
.desk-json{margin:0;padding:.5rem .75rem;border-radius:.5rem;background:var(--color-sunken);font-size:.8125rem;white-space:pre-wrap;overflow-wrap:anywhere}
.desk-call>summary{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;min-height:3rem;padding:.375rem 1rem;cursor:pointer}
.desk-call>summary>*{min-width:0;overflow-wrap:anywhere}
.desk-call>summary>.badge{margin-left:auto}
.desk-call>div{padding:0 1rem 1rem}
.desk-number{text-align:end!important;white-space:nowrap;font-variant-numeric:tabular-nums}
.desk-total>*{font-weight:700;border-top:2px solid var(--color-edge)}
.desk-link{white-space:normal;word-break:break-all}
.desk-phone,.desk-wide{display:none}
@media (min-width:60rem){
.desk{display:grid;grid-template-columns:12rem minmax(0,1fr)}
.desk>.topbar{position:sticky}
.desk-index{grid-area:2/1;align-self:start;top:4rem;flex-direction:column;padding:1rem;border:0;background:none}
.desk-index>a{padding:0 .75rem;border-radius:.75rem}
.desk-index>a[aria-current]{box-shadow:none;background:var(--color-brand-tint)}
.desk-main{grid-area:2/2;width:100%}
.desk-main section{scroll-margin-top:5rem}
}
@media (min-width:75rem){
.desk[data-phone]{grid-template-columns:12rem minmax(0,1fr) 25rem}
.desk[data-phone] .desk-phone{grid-area:2/3;display:block;position:sticky;top:4.75rem;margin-top:1.25rem;height:min(50rem,calc(100vh - 5.75rem));width:24rem;border:.625rem solid #13202b;box-shadow:0 0 0 1px var(--color-edge);border-radius:2.25rem;background:var(--color-page);overflow:hidden}
.desk[data-phone] .desk-wide{display:inline-flex}
.desk[data-phone] .desk-narrow{display:none}
.desk-phone>iframe{display:block;width:100%;height:100%;border:0}
.desk-main{max-width:none}
}
@media (min-width:110rem){.desk-main{max-width:64rem}}
@media (forced-colors:active){.desk-phone{border-color:CanvasText}}
`;
