/** A file of feed lines as a partner's export has them, and where its segments are afterwards. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'

/** One line of so many is wrong. */
const WRONG_EVERY = 97
const LINES_A_CHUNK = 1_000
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2027, 0, 4)
const DAYS_BETWEEN_TRIPS = 9
const STAY_DAYS = 3
/** Between which a flight that leaves in the morning lands in the evening. */
const CITIES = 'LHR CDG AMS FRA FCO MXP MAD BCN VIE ZRH CPH ARN OSL LIS'.split(' ')
const FIRST_MEMBER = 4_000_000_000
const MEMBERS_A_QUERY = 2_000
const LOCATOR_DIGITS = 5

export interface LargeFeed {
  lines: number
  accepted: number
  /** Numbers of the rejected lines, and the SHA-256 of their text. */
  wrong: number[]
  digest: string
}

/** Adds members who let the application add segments, and lets it feed. Answers their ids. */
export async function addMembers(pool: pg.Pool, client: string, count: number): Promise<string[]> {
  await pool.query("UPDATE app SET feed = true, feed_sources = '{sabre}' WHERE client_id = $1", [client])
  const ids = Array.from({ length: count }, (_, i) => String(FIRST_MEMBER + i))
  await pool.query(
    `INSERT INTO member (id, doc)
     SELECT made.id, jsonb_set(jsonb_set(doc::jsonb, '{id}', to_jsonb(made.id::text)), '{email}',
       to_jsonb(made.id || '@feed.example'))::text
     FROM unnest($1::bigint[]) AS made (id), (SELECT doc FROM member LIMIT 1) AS demo`,
    [ids],
  )
  await pool.query('INSERT INTO oauth_grant (client_id, member_id) SELECT $1, unnest($2::bigint[])', [
    client,
    ids,
  ])
  return ids
}

/** Raw segments that are stored for these members. */
export async function rawSegments(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "SELECT coalesce(sum(n), 0)::int AS n FROM raw_batch WHERE member_id >= $1 AND kind = 'segments'",
    [FIRST_MEMBER],
  )
  return rows[0]?.n ?? NaN
}

/** The locator of segment `i`: K and five digits of base 36. */
const locatorOf = (i: number): string => `K${i.toString(36).toUpperCase().padStart(LOCATOR_DIGITS, '0')}`
const numberOf = (locator: string): number => Number.parseInt(locator.slice(1), 36)

/** Flights of all members in turn: there, and back three days later. Every 97th line is wrong. */
function lineOf(i: number, members: readonly string[]): { text: string; isWrong: boolean } {
  const at = i % members.length
  const journey = Math.floor(i / members.length)
  const trip = Math.floor(journey / 2)
  const day = FIRST_DAY + (trip * DAYS_BETWEEN_TRIPS + (journey % 2) * STAY_DAYS) * DAY_MS
  const places = [CITIES[at % CITIES.length]!, CITIES[(at + 1 + (trip % 12)) % CITIES.length]!]
  const [origin, destination] = journey % 2 === 0 ? places : places.toReversed()
  const date = new Date(day).toISOString().slice(0, 10)
  const kind = i % WRONG_EVERY === 5 ? Math.floor(i / WRONG_EVERY) % 3 : null
  const text = JSON.stringify({
    member_id: kind === 0 ? '1' : members[at],
    segments: [
      {
        ...{
          type: 'Air',
          source: kind === 1 ? 'nobody' : 'sabre',
          airline: 'DL',
          flight_num: String(100 + (i % 9_000)),
        },
        ...{ origin, destination, departure_datetime: `${date}T08:10`, arrival_datetime: `${date}T21:40` },
        confirmation_no: locatorOf(i),
      },
    ],
  })
  return { text: kind === 2 ? text.slice(0, -1) : text, isWrong: kind !== null }
}

/** Writes segments from number `first` on as a gzip file. */
export async function writeLargeFeed(
  file: string,
  { first, count, members }: { first: number; count: number; members: readonly string[] },
): Promise<LargeFeed> {
  const hash = createHash('sha256')
  const wrong: number[] = []
  const chunks = function* (): Generator<string> {
    let chunk = ''
    for (let i = 0; i < count; i += 1) {
      const { text, isWrong } = lineOf(first + i, members)
      if (isWrong) {
        wrong.push(i + 1)
        hash.update(`${text}\n`)
      }
      chunk += `${text}\n`
      if ((i + 1) % LINES_A_CHUNK !== 0) continue
      yield chunk
      chunk = ''
    }
    yield chunk
  }
  await pipeline(Readable.from(chunks()), createGzip({ level: 1 }), createWriteStream(file))
  return { lines: count, accepted: count - wrong.length, wrong, digest: hash.digest('base64url') }
}

/** Whether the rejects are the wrong lines, and the errors name their numbers. */
export async function rejectsAreExact(file: string, { wrong, digest }: LargeFeed): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(`${file}.rejects`)) hash.update(chunk as Buffer)
  const numbers: number[] = []
  for await (const line of createInterface({ input: createReadStream(`${file}.rejects.errors`) }))
    numbers.push((JSON.parse(line) as { line: number }).line)
  return (
    hash.digest('base64url') === digest &&
    numbers.length === wrong.length &&
    numbers.every((one, at) => one === wrong[at])
  )
}

export interface Stored {
  /** Segments that are not on the itinerary of their member, are there twice, or should be on none. */
  lost: number
  twice: number
  unsent: number
}

/** Compares the itineraries with the lines of a feed: each accepted one once, with its own member. */
export async function compareStored(
  pool: pg.Pool,
  { first, members, feed }: { first: number; members: readonly string[]; feed: LargeFeed },
): Promise<Stored> {
  const seen = new Uint8Array(feed.lines)
  for (const number of feed.wrong) seen[number - 1] = 100
  let unsent = 0
  for (let at = 0; at < members.length; at += MEMBERS_A_QUERY) {
    const { rows } = await pool.query<{ locator: string; member: string; raws: number }>(
      `SELECT confirmation_nos[1] AS locator, member_id::text AS member, cardinality(raw_ids) AS raws
       FROM segment WHERE member_id = ANY ($1::bigint[])`,
      [members.slice(at, at + MEMBERS_A_QUERY)],
    )
    for (const { locator, member, raws } of rows) {
      const i = numberOf(locator)
      if (i < first || i >= first + feed.lines) continue
      if (members[i % members.length] === member) seen[i - first]! += raws
      else unsent += 1
    }
  }
  const count = (is: (times: number) => boolean): number =>
    seen.reduce((sum, times) => sum + (is(times) ? 1 : 0), 0)
  return {
    lost: count((times) => times === 0),
    twice: count((times) => times > 1 && times < 100),
    unsent: unsent + count((times) => times > 100),
  }
}
