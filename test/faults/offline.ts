/**
 * The same input folded offline: what the senders sent, by the rules alone, without stream, workers or store; compared with
 * what rests in Postgres, read by statements of this file's own (workers/README.md 7: trips equal to the offline fold).
 */
import pg from 'pg'
import { compose } from '../../ops/demo/compose.js'
import { madeTimetable } from '../../ops/demo/travel/made-timetable.js'
import { memberRules } from '../../ops/wiring/member-rules.js'
import { sourceRows } from '../../db/reads/reference-rows.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { seed as seedDatabase } from '../../db/seed/seed.js'
import { rebuildMember, type MemberHistory } from '../../workers/fold/rebuild.js'
import { envelopeOf, type Entry, type Say } from './journal.js'

const LEAST_PEOPLE = 1_000_000
const BATCHES = 60
/** Ids of the offline fold: numbers that no document holds as anything else. */
const FAR = 8_000_000_000_000_000

/** Puts the reference data there, and answers a year of travel for each member, as its sources tell it. */
export async function travellers(databaseUrl: string, members: string[], seed: number): Promise<Say> {
  await seedDatabase(databaseUrl, { leastPeople: LEAST_PEOPLE })
  await ask(databaseUrl, async (pool) => {
    await pool.query(`update member set doc = '{"id":"' || id || '"}'`)
  })
  const { airports, cities, sources } = referenceData()
  const years = compose({
    seed,
    members: members.length,
    start: '2026-05-23',
    today: '2026-11-21',
    timetable: madeTimetable(airports, cities, seed),
    sources: sources.map(({ vendorCode, ...row }) => ({ ...row, vendor_code: vendorCode })),
  })
  const said = new Map(
    members.map((member) => {
      const year = years.next()
      return [member, year.done === true ? [] : year.value.messages.slice(0, BATCHES)]
    }),
  )
  return (member, n) => {
    const message = said.get(member)?.[n]
    return message === undefined
      ? null
      : { body: JSON.stringify({ segments: message.segments }), count: message.segments.length }
  }
}

/** Where Postgres differs from the offline fold of what was acknowledged, in words; nowhere, one hopes. */
export async function offline(databaseUrl: string, acked: Entry[], say: Say): Promise<string[]> {
  return await ask(databaseUrl, async (pool) => {
    const sources = new Map((await sourceRows(pool)).map((row) => [row.id, row]))
    let made = FAR
    const rules = await memberRules({
      pool,
      source: (id) => sources.get(id),
      newId: () => String(made++),
      url: 'https://localhost',
    })
    const wrong: string[] = []
    for (const member of new Set(acked.map((one) => one.member))) {
      const told = await stored(
        pool,
        member,
        messagesOf(
          acked.filter((one) => one.member === member),
          say,
        ),
      )
      for (const one of rebuildMember(rules, told)) {
        wrong.push(
          `O1 member ${member}: ${one.what} ${one.key}: ${one.field} is ${JSON.stringify(one.stored)}, offline ${JSON.stringify(one.rebuilt)}`,
        )
      }
    }
    return wrong.slice(0, 5)
  })
}

function messagesOf(acked: Entry[], say: Say): MemberHistory['messages'] {
  return [...acked]
    .sort((a, b) => a.n - b.n)
    .map((entry) => {
      const { body, count } = say(entry.member, entry.n) ?? { body: '{}', count: 0 }
      return { seq: entry.n + 1, member: entry.member, envelope: envelopeOf(entry, count), body }
    })
}

async function stored(
  pool: pg.Pool,
  member: string,
  messages: MemberHistory['messages'],
): Promise<MemberHistory> {
  const {
    rows: [row],
  } = await pool.query<{ doc: string }>('select doc from member where id = $1', [member])
  const { rows: segments } = await pool.query<MemberHistory['segments'][number]>(
    'select id::text, raw_ids::text[] as "rawIds", status, doc from segment where member_id = $1',
    [member],
  )
  const { rows: trips } = await pool.query<MemberHistory['trips'][number]>(
    'select id::text, status, doc from trip where member_id = $1',
    [member],
  )
  return { id: member, profile: row?.doc ?? '{}', messages, segments, trips }
}

async function ask<T>(connectionString: string, question: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    return await question(pool)
  } finally {
    await pool.end()
  }
}
