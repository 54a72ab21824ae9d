/** What generators of clients make of the document compiles, and narrows. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { productDocument } from '../checks/product-document.js'

t.setTimeout(120_000)

/** The JSON body of the first request of the README. */
const [, firstBody] = /\/v2\/segments"[^\n]*-d '([\s\S]*?)'\n/.exec(
  readFileSync(join(ROOT, 'README.md'), 'utf8'),
)!

/** What a partner writes, with the types of either generator. */
const NARROWING = `
export const body: SegmentBatch = ${firstBody!.replaceAll(`'$day'`, '2027-01-20')}
export function read(trip: Trip, event: Event): string {
  const segment = trip.segments![0]!
  if (segment.type === 'Air') return segment.departure_datetime
  if (segment.type === 'Hotel') return segment.checkin_date
  if (event.type === 'trip.updated' && !event.data.truncated) return event.data.object.display_name
  if (event.type === 'account.created' && !event.data.truncated) return event.data.object.account_id
  if (event.type !== 'segment.created' || event.data.truncated) return event.id
  const { object } = event.data
  return object.type === 'Rail' ? object.origin : object.status
}
// @ts-expect-error a flight has no such field
export const wrong = (segment: Extract<Segment, { type: 'Air' }>): unknown => segment.hotel_name
// @ts-expect-error a number
export const number: SegmentBatch = { segments: [{ type: 'Air', source: 'manual', flight_num: 1 }] }
`
const USES: Record<string, string> = {
  'openapi-typescript': `import type { components } from './openapi-typescript.js'
type Schemas = components['schemas']
type Trip = Schemas['Trip']
type Segment = Schemas['Segment']
type Event = Schemas['Event']
type SegmentBatch = Schemas['SegmentBatch']
// A key that every segment has is required.
export const seat = (segment: Schemas['AirSegment']): string | null => segment.seat_assignment
`,
  oazapfts: `import type { Event, Segment, SegmentBatch, Trip } from './oazapfts.js'\n`,
}

t.test('generated types compile with what a partner writes', async (t) => {
  // Inside the repository, so that the compiler resolves modules as for other files.
  const folder = mkdtempSync(join(ROOT, 'test', '.types-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(await productDocument('https://api.example.com')))
  // The test runner passes its loader to every node process.
  const { NODE_OPTIONS: _loaders, ...env } = process.env
  const run = (name: string, args: string[]): void => {
    const bins = name === 'openapi-typescript' ? join('api', 'client', 'node_modules') : 'node_modules'
    execFileSync(join(ROOT, bins, '.bin', name), args, { env, stdio: 'pipe' })
  }
  run('openapi-typescript', [document, '-o', join(folder, 'openapi-typescript.ts')])
  run('oazapfts', ['--exclude', 'Feeds', document, join(folder, 'oazapfts.ts')])
  for (const [name, head] of Object.entries(USES))
    writeFileSync(join(folder, `use-${name}.ts`), head + NARROWING)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { noEmit: true, lib: ['es2023', 'dom', 'dom.iterable'], noUnusedLocals: false },
      include: ['use-*.ts'],
    }),
  )
  const compiled = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], {
    encoding: 'utf8',
    env,
  })
  t.equal(compiled.stdout.slice(0, 2_000), '', 'no error')
  t.equal(compiled.status, 0)
})
