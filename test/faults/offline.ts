/**
 * Folds the senders' messages offline, with the rules alone and without stream, workers or store, and
 * compares the result with Postgres, read by this file's own statements (workers/DESIGN.md 7: trips equal the
 * offline fold).
 */
import pg from 'pg'
import { compose } from '../demo/compose.js'
import { madeTimetable } from '../demo/travel/made-timetable.js'
import { memberRules } from '../../ops/wiring/member-rules.js'
import { sourceRows } from '../../db/reads/reference-rows.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { seed as seedDatabase } from '../../db/seed/seed.js'
import { rebuildMember, type MemberHistory } from '../../workers/fold/rebuild.js'
import { envelopeOf, type Entry, type NextMessage } from './journal.js'

const LEAST_PEOPLE = 1_000_000
const BATCHES = 60
/** Ids of the offline fold: numbers that occur nowhere else in a document. */
const FAR = 8_000_000_000_000_000

/** Seeds the reference data, and composes a year of travel for each member as its sources report it. */
export async function travellers(databaseUrl: string, members: string[], seed: number): Promise<NextMessage> {
  await seedDatabase(databaseUrl, { leastPeople: LEAST_PEOPLE })
  await withPool(databaseUrl, async (pool) => {
    await pool.query(`update member set doc = '{"id":"' || id || '"}'`)
  })
  const { airports, cities, sources } = referenceData()
  const years = compose({
    seed,
    members: members.length,
    start: '2026-05-23',
    today: '2026-11-21',
    timetable: madeTimetable(airports, cities, seed),
    sources,
  })
  const messagesByMember = new Map(
    members.map((member) => {
      const year = years.next()
      return [member, year.done === true ? [] : year.value.messages.slice(0, BATCHES)]
    }),
  )
  return (member, n) => {
    const message = messagesByMember.get(member)?.[n]
    return message === undefined
      ? null
      : { body: JSON.stringify({ segments: message.segments }), count: message.segments.length }
  }
}

/** Differences between Postgres and the offline fold of the acknowledged messages, as sentences. */
export async function offline(
  databaseUrl: string,
  acked: Entry[],
  nextMessage: NextMessage,
): Promise<string[]> {
  return await withPool(databaseUrl, async (pool) => {
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
      const history = await stored(
        pool,
        member,
        messagesOf(
          acked.filter((one) => one.member === member),
          nextMessage,
        ),
      )
      for (const one of rebuildMember(rules, history)) {
        wrong.push(
          `O1 member ${member}: ${one.what} ${one.key}: ${one.field} is ${JSON.stringify(one.stored)}, offline ${JSON.stringify(one.rebuilt)}`,
        )
      }
    }
    return wrong.slice(0, 5)
  })
}

function messagesOf(acked: Entry[], nextMessage: NextMessage): MemberHistory['messages'] {
  return [...acked]
    .sort((a, b) => a.n - b.n)
    .map((entry) => {
      const { body, count } = nextMessage(entry.member, entry.n) ?? { body: '{}', count: 0 }
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

async function withPool<T>(connectionString: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
