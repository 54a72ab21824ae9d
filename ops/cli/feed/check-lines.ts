/** `feed --dry-run`: the answers that the service would give, by its own checks on its database. Nothing is accepted. */
import type pg from 'pg'
import type { FeedAnswer } from '../../../api/client/src/generated/types.js'
import { errorAnswer } from '../../../api/feeds/lines/line-answers.js'
import { lineReader } from '../../../api/feeds/lines/line-reader.js'
import { parseLine } from '../../../api/feeds/lines/parse-line.js'
import { resolveMembers } from '../../../api/feeds/resolve-members.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { airportZones, sourceRows } from '../../../db/reads/reference-rows.js'
import { suggestions } from '../../../schemas/hints/likely-word.js'
import { sourceIndex } from '../../../schemas/hints/source-index.js'
import { MAX_BODY_BYTES } from '../../../schemas/segment/batch.js'
import type { LineSender } from './send-lines.js'

/** Answers lines as a feed of the application would be answered; 202 has no ids. */
export async function lineChecker(pool: pg.Pool, client: string): Promise<LineSender['send']> {
  const [sources, zones] = [await sourceRows(pool), await airportZones(pool)]
  const byId = new Map(sources.map((row) => [row.id, row]))
  const index = sourceIndex(sources)
  const store = feedStore(pool)
  return async function* (chunks) {
    const reader = lineReader(MAX_BODY_BYTES)
    for await (const chunk of chunks) {
      const context = {
        source: (id: string) => byId.get(id),
        sources: () => index,
        zoneOf: (iata: string) => zones.get(iata),
        strict: false,
        suggest: suggestions(),
      }
      const lines = [...reader.push(chunk)]
      const parsed = lines.map((line) => parseLine(line, context))
      const valid = parsed.flatMap((one) => (one.is === 'valid' ? [one.line] : []))
      const destinations = await resolveMembers(
        store,
        client,
        valid.map((line) => line.to),
      )
      let at = 0
      for (const [i, one] of parsed.entries()) {
        const number = lines[i]!.number
        const destination = one.is === 'valid' ? destinations[at++]! : null
        if (one.is === 'invalid') yield JSON.parse(one.answer.text) as FeedAnswer
        else if (destination?.is === 'refused')
          yield JSON.parse(errorAnswer({ number, key: one.line.key }, destination.error).text) as FeedAnswer
        else yield { line: number, status: 202, batch_id: '', segments: [] }
      }
    }
  }
}
