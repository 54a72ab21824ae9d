/** Files of documents: however they are put together and cut into chunks, every document is read as it is alone. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import t from 'tap'
import { readDocument } from '../../../../actors/readers/read-document.js'
import { cutDocuments } from '../../../../ops/cli/feed/formats/cut-documents.js'
import { documentLine } from '../../../../ops/cli/feed/formats/document-line.js'
import { FILE_FORMATS } from '../../../../ops/cli/feed/formats/formats.js'
import type { FileFormatName } from '../../../../ops/cli/feed/formats/formats.js'
import { context } from '../../../corpus/reference-world.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { readFixtures } from '../../../support/read-fixtures.js'

const FOLDERS: Record<FileFormatName, RegExp> = {
  pnr: /^pnr\//,
  jsonld: /^schema-org\/.*json$/,
  ics: /^icalendar\//,
  csv: /^exports\/.*csv$/,
  ndc: /^order\/.*xml$/,
}

const RECEIVED = Date.UTC(2026, 2, 1)

async function documentsOf(format: FileFormatName, file: Buffer, size = 50_000): Promise<Buffer[]> {
  const chunks = async function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
  }
  const found: Buffer[] = []
  for await (const some of cutDocuments(chunks(), FILE_FORMATS[format].cutter()))
    for (const { number, bytes } of some) t.equal(number, found.push(bytes!))
  return found
}

/** What is read of all of them, each once. */
async function segmentsOf(format: FileFormatName, documents: readonly Uint8Array[]): Promise<string[]> {
  const { mediaType, take } = FILE_FORMATS[format]
  const found: string[] = []
  for (const one of documents) {
    const bytes = Buffer.from(take(Buffer.from(one).toString('latin1'))?.rest ?? '', 'latin1')
    const document = { bytes, mediaType, name: null, received: RECEIVED, appointments: false }
    const { segments } = await readDocument(document, null, context)
    found.push(...segments.map((segment) => JSON.stringify(segment)))
  }
  return [...new Set(found)].sort()
}

/** Files that show on purpose what a cutter cannot know: where a broken document would have ended. */
const BROKEN = /cut-off|broken|truncated|left-open|no-json/
/** What stands between documents in a file. */
const BETWEEN: Record<FileFormatName, fc.Arbitrary<string>> = {
  pnr: fc.constantFrom('\nmember_id: 1\n'),
  jsonld: fc.constantFrom('\n', '\n\n', ',', ' , \r\n'),
  ics: fc.constantFrom('\n', '\r\n\r\n'),
  csv: fc.constant('\n'),
  ndc: fc.constantFrom('\n', '', '\n<!-- next -->\n'),
}

for (const format of Object.keys(FOLDERS) as FileFormatName[]) {
  const fixtures = readFixtures()
    .filter(({ name }) => FOLDERS[format].test(name))
    .map(({ name, document }) => ({ name, bytes: Buffer.from(document.bytes) }))
  t.test(`${format}: each of ${fixtures.length} files is read as a whole`, async (t) => {
    for (const { name, bytes } of fixtures) {
      const parts = await segmentsOf(format, await documentsOf(format, bytes, 7))
      t.same(parts, await segmentsOf(format, [bytes]), name)
    }
  })
  if (format === 'csv') continue
  t.test(`${format}: files one after another are those files, and so are their rejects`, async () => {
    const whole = fixtures.filter(({ name, bytes }) => !BROKEN.test(name) && bytes[0]! < 0x80)
    const some = fc.array(fc.constantFrom(...whole), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        some,
        BETWEEN[format],
        fc.integer({ min: 1, max: 5_000 }),
        async (files, between, size) => {
          const bytes = files.map((one) => one.bytes)
          const joint = Buffer.concat(bytes.flatMap((one) => [Buffer.from(between), one]))
          const found = await documentsOf(format, joint, size)
          t.same(
            await segmentsOf(format, found),
            await segmentsOf(format, bytes),
            files.map(({ name }) => name).join(),
          )
          const again = Buffer.concat(found.flatMap((one) => [one, Buffer.from('\n')]))
          t.same(await documentsOf(format, again), found)
        },
      ),
      { numRuns: propertyRuns(3) },
    )
  })
}

t.test(
  'csv: a large table is cut into small ones, each with the heading and the rows of one member',
  async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '7', ' ', ';', '"', '\n', 'é'), maxLength: 6 })
    const row = fc.record({ member: fc.integer({ min: 0, max: 3 }), notes: cell, last: cell })
    const tables = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 60 }),
      times: fc.constantFrom(1, 50),
      size: fc.integer({ min: 1, max: 5_000 }),
      isMarked: fc.boolean(),
    })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(tables, async ({ rows, times, size, isMarked }) => {
        const all = Array.from({ length: times }, () => rows).flat()
        const lines = all.map(({ member, notes, last }, at) =>
          [`n${at}`, quoted(notes), member === 0 ? '' : `10${member}`, quoted(last)].join(';'),
        )
        const mark = isMarked ? 'sep=;\r\n' : ''
        const file = Buffer.from(`${mark}type;notes;Member_ID;seat\r\n${lines.join('\r\n')}`)
        const found = await documentsOf('csv', file, size)
        const read = new Map<string, string[]>()
        for (const one of found) {
          const { address, rest } = FILE_FORMATS.csv.take(one.toString('latin1'))!
          const of = address !== null && 'member_id' in address ? address.member_id : ''
          const [heading, ...records] = parse(Buffer.from(rest, 'latin1').toString().replace(mark, ''), {
            delimiter: ';',
          })
          t.same(heading, ['type', 'notes', 'seat'])
          t.ok(records.length <= 1_000)
          read.set(of, [...(read.get(of) ?? []), ...records.map(([name = '']) => name)])
        }
        for (const member of [0, 1, 2, 3]) {
          const names = all.flatMap((one, at) => (one.member === member ? [`n${at}`] : []))
          t.same(read.get(member === 0 ? '' : `10${member}`) ?? [], names)
        }
        const again = Buffer.concat(found.flatMap((one) => [one, Buffer.from('\n')]))
        t.same((await documentsOf('csv', again)).join('').length, found.join('').length, 'so are rejects')
      }),
      { numRuns: propertyRuns(8) },
    )
  },
)

const VALID = new Set(['{"a":"\\"{"}', '{"a":[{},{"b":[]}]}'])

t.test('a broken JSON value takes none of the next objects with it', async (t) => {
  const values = ['{"a":"x', '{"a":[1', '{"a":{"b":1}', '}', 'nonsense', '7', ...VALID]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...values)),
      fc.integer({ min: 1, max: 9 }),
      async (some, size) => {
        const file = Buffer.from(some.map((one) => `${one}\n`).join(''))
        const found = (await documentsOf('jsonld', file, size)).map(String)
        const whole = (texts: string[]): string[] => texts.filter((one) => VALID.has(one))
        t.same(whole(found), whole(some))
        t.equal(found.join('').replaceAll('\n', ''), some.join(''), 'nothing is lost')
      },
    ),
  )
})

t.test('a document names its member in its own way, else the command does', async (t) => {
  const lineOf = (format: FileFormatName, text: string): unknown => {
    const address = { member_id: '1' }
    const toLine = documentLine({ format: FILE_FORMATS[format], address, source: 'sabre', name: 'f' })
    return JSON.parse(toLine({ number: 3, bytes: Buffer.from(text, 'latin1') }).sent.toString())
  }
  const account = { source: 'airline_ba', account_id: '7004 1234' }
  for (const [format, sent, text, rest] of [
    ['pnr', { member_id: '9' }, 'MEMBER-ID: 9\n1.1ONE/A', '1.1ONE/A'],
    ['pnr', { account }, 'account: airline_ba 7004 1234\r\nX', 'X'],
    ['ics', { account }, 'BEGIN:VCALENDAR\nX-ACCOUNT:airline_ba/7004 1234\nEND', 'BEGIN:VCALENDAR\nEND'],
    ['ndc', { member_id: '9' }, '<!-- member_id: 9 -->\n<A/>', '<A/>'],
    ['jsonld', { member_id: '9' }, '{"member_id":"9","a":1}', '{"a":1}'],
    ['jsonld', { account }, JSON.stringify({ account, a: 1 }), '{"a":1}'],
    ['csv', { account }, 'a,account_id,account_source\n1,7004 1234,airline_ba', 'a\n1\n'],
    ['csv', { member_id: '1' }, 'a,b\n1,2', 'a,b\n1,2'],
  ] as const) {
    const document = { text: rest, media_type: FILE_FORMATS[format].mediaType, name: 'f', source: 'sabre' }
    t.same(
      lineOf(format, text),
      { ...sent, document, key: (lineOf(format, text) as { key: string }).key },
      text,
    )
  }
  t.match(lineOf('ics', 'Gr\xfc\xdfe'), {
    member_id: '1',
    document: { base64: 'R3L832U=' },
    key: /^feed:.{22}:3$/,
  })
})
