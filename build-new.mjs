import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
const banner = { js: "" }
const keep = { name: 'keep', setup (b) { b.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => kind === 'entry-point' ? undefined : { path, external: true }) } }
const urls = { name: 'urls', setup (b) { b.onLoad({ filter: /\.ts$/ }, ({ path }) => { const s = readFileSync(path, 'utf8'); return { loader: 'ts', contents: s.includes('import.meta.url') ? `const sourceUrlOfThisFile = ${JSON.stringify(pathToFileURL(path).href)}; ${s}` : s } }) } }
const common = { bundle: true, platform: 'node', format: 'esm', target: 'node20', define: { 'import.meta.url': 'sourceUrlOfThisFile' }, banner, plugins: [urls, keep], logLevel: 'error' }
await build({ ...common, entryPoints: ['/tmp/eq/new.ts'], outfile: '/work/wt/rules/.tap/eq-new.mjs' })
