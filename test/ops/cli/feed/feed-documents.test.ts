/** `cli feed --format`: documents of partners' own formats, from a file into the store, and what is rejected. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { ROOT } from '../../../../ops/config/paths.js'
import { dryContext } from '../../../support/dry-context.js'
import { startFedService } from '../../../support/api/fed-service.js'
import { runOperatorCommand } from '../../../support/run-cli.js'
import { sharing } from '../../../support/sharing.js'

t.setTimeout(150_000)

const check = sharing(t, async (t) => {
  const service = await startFedService(t)
  const { pool } = service.ingress.database
  /** The documents of a file, as they are stored. */
  const documents = async (
    name: string,
  ): Promise<Array<{ member: string; text: string; source: string | null }>> =>
    (
      await pool.query<{ member: string; text: string; source: string | null }>(
        `SELECT member_id::text AS member, convert_from(bytes, 'UTF8') AS text, source FROM document
          WHERE name = $1 ORDER BY id`,
        [name],
      )
    ).rows
  return { ...service, pool, documents }
})

const HOTEL = 'SUMMARY:Grand Hotel\r\nLOCATION:Grand Hotel\\, Bahnhofplatz 1\\, 3920 Zermatt\\, Switzerland'
const NDC = readFileSync(join(ROOT, 'test/actors/readers/order/ndc-17.2-notif-cancel.xml'), 'utf8').trim()

const FILES = {
  pnr: (i: number, member: string) =>
    `member_id: ${member}\n1.1TRAVELLER/ONE\n 1 DL ${100 + i}Y 15MAR S JFKSFO HK1  630P  945P\nDL1.DL1*A99 1200/01MAR26 ABCDE${String.fromCharCode(65 + i)}\n`,
  jsonld: (i: number, member: string) =>
    `${JSON.stringify({
      ...{ member_id: member, '@type': 'LodgingReservation', reservationNumber: `R${i}` },
      ...{ reservationFor: { '@type': 'LodgingBusiness', name: 'Grand Hotel', address: 'Zermatt' } },
      ...{ checkinTime: '2027-02-03T15:00', checkoutTime: '2027-02-05T11:00' },
    })}\n`,
  ics: (i: number, member: string) =>
    `BEGIN:VCALENDAR\r\nX-MEMBER-ID:${member}\r\nBEGIN:VEVENT\r\nUID:${i}\r\nDTSTART;VALUE=DATE:20270203\r\nDTEND;VALUE=DATE:20270205\r\n${HOTEL}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  csv: (i: number, member: string) =>
    `${i === 0 ? 'type,member_id,hotel_name,checkin_date,checkout_date,notes\n' : ''}Hotel,${member},Grand Hotel,2027-02-03,2027-02-05,"n ${i}\n"\n`,
  ndc: (_i: number, member: string) => `<!-- member_id: ${member} -->${NDC}`,
}

for (const [format, document] of Object.entries(FILES))
  check(
    `${format}: a dry run and the feed agree, and rejects are sent again by the same command`,
    async (t, { ingress, members, args, documents, pool }) => {
      const name = `partner.${format}.gz`
      const file = join(t.testdir(), name)
      const stranger = await ingress.createMember()
      const text = Array.from({ length: 6 }, (_, i) =>
        document(i, i % 3 === 1 ? stranger : members[i]!),
      ).join('')
      writeFileSync(file, gzipSync(text))
      const total = format === 'csv' ? 5 : 6
      const rejected = format === 'csv' ? 1 : 2
      const dry = `${file}.dry`
      const options = ['--format', format, '--source', 'sabre']
      t.match(
        await runOperatorCommand(
          ['feed', file, ...options, '--app', 'gds', '--dry-run', '--rejects', dry],
          dryContext(pool),
        ),
        {
          code: 1,
          output: new RegExp(
            `documents +${total}\nacceptable +${total - rejected}\nread_in_part +\\d+\nrejected +${rejected}\n`,
          ),
        },
      )
      t.same(await documents(name), [], 'nothing is stored')
      t.match(await runOperatorCommand([...args(file), ...options]), {
        code: 1,
        output: new RegExp(
          `documents +${total}\naccepted +${total - rejected}\naccepted_before +0\nrejected +${rejected}\n`,
        ),
      })
      for (const end of ['', '.errors'])
        t.equal(readFileSync(`${dry}${end}`, 'utf8'), readFileSync(`${file}.rejects${end}`, 'utf8'))
      const stored = await documents(name)
      t.same(
        stored.map(({ member }) => member),
        [0, 2, 3, 5].map((i) => members[i]),
      )
      t.ok(stored.every(({ source }) => source === 'sabre'))
      t.notMatch(JSON.stringify(stored), /member.id/i, 'without the name of the member')

      t.match(await runOperatorCommand([...args(file), ...options, '--rejects', `${file}.other`]), {
        output: new RegExp(`accepted_before +${total - rejected}\n`),
      })
      t.equal((await documents(name)).length, total - rejected, 'no second time')

      await pool.query("INSERT INTO oauth_grant (client_id, member_id) VALUES ('gds', $1)", [stranger])
      const sentAgain = await runOperatorCommand([...args(`${file}.rejects`), ...options])
      t.match(sentAgain, { code: 0, output: new RegExp(`documents +${rejected}\naccepted +${rejected}\n`) })
      const later = await documents(`${name}.rejects`)
      t.equal(later.length, rejected)
      t.ok(later.every(({ member }) => member === stranger))
      t.notOk(existsSync(`${file}.rejects.checkpoint`))
    },
  )

check('one member for all, and what can be no line', async (t, { members, args, documents }) => {
  const file = join(t.testdir(), 'all.json')
  writeFileSync(
    file,
    `[{"@type": "FlightReservation"}, {"@type": "Hotel"\n, {"a": "${'x'.repeat(2 ** 20)}"}]`,
  )
  const options = ['--format', 'jsonld', '--member', members[7]!]
  t.match(await runOperatorCommand([...args(file), ...options]), {
    code: 1,
    output: /documents +3\naccepted +1\n/,
  })
  t.match(await documents('all.json'), [{ member: members[7], source: null }])
  const errors = readFileSync(`${file}.rejects.errors`, 'utf8')
  t.match(
    errors,
    /^\{"line":2,"status":400,[^\n]*not valid JSON[^\n]*\n\{"line":3,"status":413,[^\n]*Split it/,
  )
})

check('a dry run says why a document cannot be read, or only in part', async (t, { pool, members }) => {
  const file = join(t.testdir(), 'trips.csv')
  const dryRun = async (text: string) => {
    writeFileSync(file, text)
    const words = ['feed', file, '--format', 'csv', '--member', members[8]!, '--app', 'gds', '--dry-run']
    return await runOperatorCommand(words, dryContext(pool))
  }
  t.match(await dryRun('a,b\n1,2\n'), {
    code: 1,
    output:
      /acceptable +0\nread_in_part +0\nrejected +1\nseconds +[\d.]+\ndocument 1 is rejected: Nothing could be read\. /,
  })
  const heading = 'type,source,hotel_name,checkin_date,checkout_date,price,currency\n'
  const half = 'Hotel,manual,Grand Hotel,2027-02-03,2027-02-05,cheap,CHF\n'
  t.match(await dryRun(heading + half), {
    code: 0,
    output:
      /acceptable +1\nread_in_part +1\nrejected +0\nseconds +[\d.]+\ndocument 1 is read in part: row \d+, price: /,
  })
})

check('a file of documents without --format: the error names it', async (t, { args, members }) => {
  const folder = t.testdir()
  for (const [format, document] of Object.entries(FILES)) {
    const file = join(folder, format)
    writeFileSync(file, document(0, members[0]!))
    t.match(await runOperatorCommand(args(file)), {
      code: 64,
      output: new RegExp(`FILE holds no feed lines; it looks like .*Add --format ${format}\\.`),
    })
    t.notOk(existsSync(`${file}.checkpoint`))
  }
})
