/** How the reference page looks, in light and in dark. */
export const docsStyle = `
:root{color-scheme:light dark;--back:light-dark(#fff,#14161a);--text:light-dark(#1c1f24,#e4e6ea);--dim:light-dark(#5b626d,#9aa2ae);
--line:light-dark(#dfe2e7,#2c3038);--soft:light-dark(#f5f6f8,#1c1f25);--link:light-dark(#1a5fb4,#7ab4ff);
--get:light-dark(#1b6e3c,#6fd08c);--write:light-dark(#8a4b00,#f0b060);--delete:light-dark(#a4262c,#ff8d8d)}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre{font:0.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
nav{position:sticky;top:0;height:100vh;overflow:auto;border-right:1px solid var(--line);padding:1rem;font-size:.875rem}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--dim);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}nav li{padding:.1rem 0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
main{padding:1.5rem 2.5rem 6rem;max-width:64rem}
h1{margin:0 0 .5rem}main h2{margin:3rem 0 1rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
section.operation{border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.25rem;margin:1rem 0;scroll-margin-top:1rem}
section.operation h3{margin:0 0 .5rem;font-size:1rem}section:target{border-color:var(--link)}
.method{display:inline-block;min-width:4.2rem;font-weight:700}.get{color:var(--get)}.post,.put,.patch{color:var(--write)}.delete{color:var(--delete)}
.path{overflow-wrap:anywhere}.access,i{color:var(--dim);font-size:.875rem}
h4{margin:1rem 0 .25rem;font-size:.8125rem;color:var(--dim)}
ul.fields{margin:.25rem 0;padding-left:1.25rem}.type{color:var(--dim)}
pre{background:var(--soft);border-radius:.375rem;padding:.75rem 1rem;overflow:auto;margin:.5rem 0}
summary{cursor:pointer;color:var(--dim);font-size:.875rem}
@media(max-width:52rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
`;
