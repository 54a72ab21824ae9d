/**
 * RULES 1 to 8 on what went wrong for others: cases of the rules (`reports/*.txt`, test/support/itinerary-cases.ts) with
 * the places of all installations, and bug reports as pairs of files in `reports/`: NAME.json has the member and the batches as they were sent, and
 * NAME.expected.json what is right: fields of the trips and of the live segments in order, and how many there are.
 * Each pair is folded in the order in which it was sent, and the last batch first (RULES 2.1).
 */
import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import { outcomeOf, readCases, shownField, tripsOf } from '../support/itinerary-cases.js'
import type { Doc } from '../support/traveller.js'
import { errorsOf, member } from './reference-world.js'
import type { RawSegment } from './cases.js'

type Fields = Record<string, unknown>

interface Report {
  member: Fields
  batches: Array<{ segments: RawSegment[]; mode?: string }>
}
interface Expected {
  trips: Fields[]
  segments: Fields[]
}

const FOLDER = new URL('./reports/', import.meta.url)
const BEGIN = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const ID_STEP = 1_000

function documentsOf(
  { member: profile, batches }: Report,
  order: number[],
): { trips: Doc[]; segments: Doc[] } {
  const traveller = member([], profile)
  for (const i of order) {
    const { segments } = batches[i] as Report['batches'][number]
    const first = String(ID_STEP * (i + 1))
    const envelope = { first, count: segments.length, received: BEGIN + i * HOUR }
    traveller.send('segments', batches[i], envelope)
  }
  return { trips: tripsOf(traveller), segments: traveller.live() }
}

/** The fields of the documents that are expected. */
const shown = (documents: Doc[], expected: Fields[]): Fields[] =>
  documents.map((document, i) =>
    Object.fromEntries(Object.keys(expected[i] ?? {}).map((name) => [name, shownField(document, name)])),
  )

const files = readdirSync(FOLDER)
const caseFiles = files.filter((file) => file.endsWith('.txt'))
const names = files
  .filter((file) => file.endsWith('.expected.json'))
  .map((file) => file.slice(0, -'.expected.json'.length))
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))

t.equal(files.length - caseFiles.length, 2 * names.length, 'every report has what is expected of it')
for (const name of names)
  t.test(name, async (t) => {
    const report = read(`${name}.json`) as Report
    const expected = read(`${name}.expected.json`) as Expected
    t.same(
      report.batches.flatMap(({ segments }) => segments.flatMap(errorsOf)),
      [],
    )
    const sent = report.batches.map((_, i) => i)
    for (const order of [sent, sent.toReversed()]) {
      const { trips, segments } = documentsOf(report, order)
      t.same({ trips: shown(trips, expected.trips), segments: shown(segments, expected.segments) }, expected)
    }
  })

for (const file of caseFiles)
  t.test(file, async (t) => {
    const differences = readCases(new URL(file, FOLDER)).flatMap((one) =>
      (['reported', 'reversed'] as const).flatMap((order) => {
        const errors = one.statements.flatMap(errorsOf)
        const actual = JSON.stringify(outcomeOf(one, order, member))
        const isRight =
          errors.length === 0 && actual === JSON.stringify({ labels: one.labels, shown: one.shown })
        return isRight ? [] : [`${one.name}, ${order}: ${actual} ${errors.join()}`]
      }),
    )
    t.same(differences, [])
  })
