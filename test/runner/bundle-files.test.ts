import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { bundleFiles } from './bundle-files.js'

t.test('a bundled file sees the URL of its source, and string literals stay unchanged', async (t) => {
  const root = realpathSync(
    t.testdir({
      'one.ts':
        "export const url: string = import.meta.url\nexport { url as other } from './deep/two.js'\nexport const text = 'new URL(x, import.meta.url)'\n",
      deep: { 'two.ts': 'export const url: string = new URL(import.meta.url).href\n' },
    }),
  )
  mkdirSync(join(root, 'out'))
  writeFileSync(join(root, 'out', 'earlier.mjs'), '')
  await bundleFiles(root, [join(root, 'one.ts'), join(root, 'deep', 'two.ts')], join(root, 'out'))
  const one = (await import(pathToFileURL(join(root, 'out', 'one.mjs')).href)) as Record<string, string>
  t.same(
    { ...one },
    {
      url: pathToFileURL(join(root, 'one.ts')).href,
      other: pathToFileURL(join(root, 'deep', 'two.ts')).href,
      text: 'new URL(x, import.meta.url)',
    },
  )
  t.equal(
    ((await import(pathToFileURL(join(root, 'out', 'deep', 'two.mjs')).href)) as Record<string, string>)[
      'url'
    ],
    one['other'],
  )
  await t.rejects(
    import(pathToFileURL(join(root, 'out', 'earlier.mjs')).href),
    'files of an earlier bundle are removed',
  )
})
