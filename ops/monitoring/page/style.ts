/** The colours are those of the pages that the service shows (api/pages/views/pages.css). */
export const STYLE = `
:root { color-scheme: light dark; --paper: #f6f4ef; --card: #fffefb; --ink: #23292b; --soft: #566063; --line: #d5d1c6;
  --first: #14606b; --second: #a04a00; --bad: #a3262a; --bad-soft: #fbeceb; --good: #2b6437; --good-soft: #e8f2e6; }
@media (prefers-color-scheme: dark) { :root { --paper: #161b1d; --card: #1e2527; --ink: #e7e6e0; --soft: #a8b1b2;
  --line: #3a4446; --first: #7cc7cf; --second: #f0b25c; --bad: #f2a19c; --bad-soft: #3a2323; --good: #9ed3a4;
  --good-soft: #20322a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
header > * { margin: 0; } header p { margin: 0; font-weight: 600; }
.good, header .bad { padding: .3rem .8rem; border-radius: .4rem; }
.good { color: var(--good); background: var(--good-soft); }
.bad { color: var(--bad); background: var(--bad-soft); }
.bad ul { margin: .2rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin-top: 1rem; }
dl, figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
dl.bad { background: var(--bad-soft); border-color: var(--bad); }
dt { color: var(--soft); font-size: .875rem; } dl.bad dt { color: inherit; }
dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .75rem; }
p.elsewhere { margin: .5rem 0 0; color: var(--soft); font-size: .9rem; }
figcaption { font-weight: 600; } figcaption span { color: var(--soft); font-weight: 400; font-size: .875rem; }
svg { display: block; width: 100%; height: 7rem; }
path { fill: none; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); } .line0 { stroke: var(--first); } .line1 { stroke: var(--second); }
.plot { display: grid; grid-template-columns: auto 1fr; gap: 0 .4rem; margin-top: .5rem; }
.values, .times { display: flex; justify-content: space-between; margin: 0; padding: 0; list-style: none;
  color: var(--soft); font-size: .75rem; line-height: 1; font-variant-numeric: tabular-nums; }
.values { flex-direction: column; text-align: right; } .times { grid-column: 2; padding-top: .3rem; }
.legend, .partitions { list-style: none; margin: .5rem 0; padding: 0; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; overflow-wrap: anywhere; }
.partitions { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.4rem, 1fr)); gap: .2rem; font-size: .8rem; }
.partitions li { position: relative; padding: .1rem .4rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .25rem; }
.partitions .busy { border-color: var(--second); } .partitions .bad { border-color: var(--bad); }
.partitions .bad { background: var(--bad-soft); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.note { padding: .5rem .8rem; border-radius: .4rem; } .note p { margin: .3rem 0; }
.keys { display: flex; flex-wrap: wrap; gap: 0 1rem; white-space: nowrap; margin: 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
.keys span::before { content: ''; display: inline-block; width: .9rem; height: .2rem; margin-right: .4rem;
  vertical-align: middle; background: var(--first); }
.keys .key1::before { background: var(--second); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .75rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 600; } tbody th { font-weight: 400; white-space: normal; min-width: 14rem; }
tr.some td:nth-child(2) { color: var(--bad); font-weight: 600; }
details { margin-top: .5rem; } summary { cursor: pointer; padding: .3rem 0; color: var(--first); }
code { font-size: .85em; } a { color: var(--first); }
footer { margin-top: 2rem; display: flex; flex-wrap: wrap; gap: .3rem 1rem; } footer a { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--second); outline-offset: 2px; }
@media (max-width: 40rem) { table { font-size: .8rem; } th, td { padding: .35rem .4rem; white-space: normal; }
  tbody th { min-width: 0; } td:first-child { overflow-wrap: anywhere; } }
`
