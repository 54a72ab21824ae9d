import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { settingTable } from '../../ops/config.js'
import { ROOT, runFiles } from '../../ops/paths.js'
import { paste, stackFolder, startStack } from '../support/stack.js'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

t.setTimeout(500_000)

t.test('the first request of the README works as it stands', async t => {
  const dir = stackFolder(t)
  await startStack(t, dir)
  const block = /<!-- test\/e2e\/readme\.test\.ts runs this -->\n```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const said = await paste(block.replaceAll('./.tripfold/ready.json', runFiles(dir).ready))
  const [accepted, trips] = said.split(/(?<=\])(?=\[)/).map(text => JSON.parse(text) as Array<Record<string, unknown>>)
  t.match(accepted, [{ type: 'Air', status: 'Active', _id: Number }])
  t.match(trips, [{ segment_count: 1, segments: [{ type: 'Air', flight_num: '304' }] }])
})

t.test('the README has every setting as it is', async t => {
  for (const { name, usual, about } of settingTable()) {
    t.ok(readme.includes(`| \`${name}\` | ${usual === '' ? '' : `\`${usual}\``} | ${about} |`), `${name}: npm run cli -- config --markdown`)
  }
})
