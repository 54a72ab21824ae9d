/**
 * Answers of lists of trips that were read twice without a change, as the bytes that were sent: what has not
 * changed is neither fetched nor encoded again (contract.md 1). Which trips are on the list, and in which
 * version, is asked of Postgres every time.
 */
import { twoGenerationCache } from '../../../schemas/base/two-generation-cache.js'
import type { ListedTrip } from '../../../schemas/itinerary/reads.js'
import { listTag, segmentsVariant } from '../../http/etag.js'
import { arrayText, tripText } from '../../http/splice-segments.js'

/** What is known of an earlier answer to the same member and address. */
interface EarlierAnswer {
  tag: string
  /** What the entry takes up. */
  bytes: number
  /** Null after the first read: most answers are never asked for again. */
  body: Buffer | null
  /** Where the body has the trip of a revision. */
  ranges: ReadonlyMap<string, readonly [from: number, to: number]>
}

export interface ListAnswers {
  /** What has not to be fetched for this answer. */
  earlier: (key: string) => { revisions: readonly string[]; answer: EarlierAnswer | null }
  /** The body, from the earlier answer where that has it. */
  body: (
    key: string,
    tag: string,
    rows: readonly ListedTrip[],
    earlier: EarlierAnswer | null,
  ) => Buffer | string
}

/** Bytes of an entry besides its key and body: tag, ranges. */
const ENTRY_BYTES = 600
const UNREAD = { revisions: [], answer: null }

/** @param bytes what is kept, between this and twice as much */
export function listAnswers(bytes: number): ListAnswers {
  if (bytes === 0)
    return {
      earlier: () => UNREAD,
      body: (_key, _tag, rows) => arrayText(rows.map((row) => listedText(row, null))),
    }
  const answers = twoGenerationCache<EarlierAnswer>(bytes, (one) => one.bytes)
  return {
    earlier: (key) => {
      const answer = answers.get(key)
      return answer === undefined ? UNREAD : { revisions: [...answer.ranges.keys()], answer }
    },
    body: (key, tag, rows, earlier) => {
      const isSame = earlier?.tag === tag
      if (isSame && earlier.body !== null) return earlier.body
      const texts = rows.map((row) => listedText(row, earlier))
      const text = arrayText(texts)
      if (!isSame) {
        answers.set(key, { tag, bytes: ENTRY_BYTES + key.length, body: null, ranges: new Map() })
        return text
      }
      const body = Buffer.from(text)
      const bytes = ENTRY_BYTES + key.length + body.length
      answers.set(key, { tag, bytes, body, ranges: rangesOf(rows, texts) })
      return body
    },
  }
}

/** The entity tag of a list of trips. */
export function tripListTag(rows: readonly ListedTrip[], total: number, withSegments: boolean): string {
  const versions = rows.map(({ revision, texts }) => ({
    revision,
    segments: withSegments ? (texts?.segments ?? '') : null,
  }))
  return listTag(rows, total, segmentsVariant(versions))
}

function listedText({ texts, ...row }: ListedTrip, earlier: EarlierAnswer | null): string {
  if (texts !== null) return tripText({ ...row, ...texts })
  const range = row.revision === null ? undefined : earlier?.ranges.get(row.revision)
  if (range === undefined || earlier?.body == null)
    throw new Error(`trip ${row.id} was read without its texts`)
  return earlier.body.toString('utf8', ...range)
}

/** `texts` stand in an array, after its bracket and separated by commas. */
function rangesOf(
  rows: readonly ListedTrip[],
  texts: readonly string[],
): Map<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>()
  let from = 1
  for (const [i, text] of texts.entries()) {
    const to = from + Buffer.byteLength(text)
    const revision = rows[i]?.revision ?? null
    if (revision !== null) ranges.set(revision, [from, to])
    from = to + 1
  }
  return ranges
}
