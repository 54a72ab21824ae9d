/** The style of the docs page. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --fg: #1c2430;
  --soft: #5a6675;
  --bg: #fff;
  --panel: #f4f6f9;
  --line: #d9dfe7;
  --link: #0b57b0;
  --get: #0a6b3d;
  --post: #8a4b00;
  --put: #5b3aa0;
  --delete: #a5182a;
}
@media (prefers-color-scheme:dark) {
  :root {
    --fg: #e6eaf0;
    --soft: #a3afbd;
    --bg: #12161c;
    --panel: #1b212a;
    --line: #323b47;
    --link: #7db4ff;
    --get: #6fd6a2;
    --post: #f2b263;
    --put: #b9a0f5;
    --delete: #ff8a98;
  }
}
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui,sans-serif; color: var(--fg); background: var(--bg) }
.frame {
  display: grid;
  grid-template-columns: 17rem minmax(0,1fr);
  max-width: 84rem;
  margin: 0 auto;
}
nav {
  position: sticky;
  top: 0;
  height: 100vh;
  overflow: auto;
  padding: 1.5rem 1rem;
  border-right: 1px solid var(--line);
  font-size: .875rem;
}
nav h2 {
  margin: 1.2rem 0 .3rem;
  font-size: .8rem;
  letter-spacing: .04em;
  text-transform: uppercase;
  color: var(--soft);
}
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: block; padding: .15rem .3rem; text-decoration: none; overflow-wrap: anywhere }
main { padding: 1.5rem 2rem 6rem; min-width: 0 }
a { color: var(--link) }
a:focus-visible,summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
h1 { margin: .2rem 0 1rem; font-size: 2rem }
h2 { margin: 2.5rem 0 .8rem; padding-top: .6rem; border-top: 1px solid var(--line) }
h3 { margin: 0; font-size: 1rem; font-weight: 600 }
h4 { margin: 1.2rem 0 .4rem; font-size: .9rem }
details.op {
  margin: .6rem 0;
  border: 1px solid var(--line);
  border-radius: .5rem;
  background: var(--bg);
}
details.op>summary {
  display: flex;
  gap: .8rem;
  align-items: baseline;
  padding: .7rem 1rem;
  cursor: pointer;
  flex-wrap: wrap;
}
.body { padding: .2rem 1rem 1rem; border-top: 1px solid var(--line) }
.verb { font: 700 .8rem ui-monospace,monospace; min-width: 3.6rem }
.get { color: var(--get) }
.post { color: var(--post) }
.put,.patch { color: var(--put) }
.delete { color: var(--delete) }
code,pre { font: .85rem/1.5 ui-monospace,monospace }
code {
  background: var(--panel);
  padding: .1em .3em;
  border-radius: .25rem;
  overflow-wrap: anywhere;
}
pre {
  background: var(--panel);
  padding: .8rem;
  border-radius: .4rem;
  overflow: auto;
  max-height: 28rem;
}
pre code { background: none; padding: 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th,td {
  text-align: left;
  vertical-align: top;
  padding: .35rem .6rem;
  border-bottom: 1px solid var(--line);
}
.soft { color: var(--soft) }
.gone { text-decoration: line-through }
.wide { overflow-x: auto }
@media (max-width:60rem) {
  .frame { grid-template-columns: 1fr }
  nav {
    position: static;
    height: auto;
    max-height: 40vh;
    overflow: auto;
    border-right: 0;
    border-bottom: 1px solid var(--line);
  }
  main { padding: 1rem }
}
`
