/** Marks: unique words, given to a person in every field, and a search for the places that hold them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fc from 'fast-check'
import { unpackContent } from '../../db/fold/raw-batch/raw-batch-content.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { dumpDatabase } from './database-dump.js'
import { dayAfter, generatedSegment, submittedFields } from './fields/generated-segment.js'
import type { Fields } from './fields/generated-segment.js'
import { withClient } from './with-client.js'

export interface Marks {
  word: string
  next: () => string
  all: string[]
}

/** Numbered marks that begin with the word; `all` are the ones in use. */
export function marksOf(word: string): Marks {
  const all: string[] = []
  const next = (): string => {
    const mark = `${word}${String(all.length + 100)}q`
    all.push(mark)
    return mark
  }
  return { word, next, all }
}

const FREE_KINDS = new Set(['text', 'lines', 'verbatim', 'object'])
/** Fields that are looked up, or that identify the statement. */
const READ =
  /(^|_)(city_name|city_code|admin_code|country|lat|lon|time_zone_id|origin|destination|location|status)$/
const PHONE = /phone$/

/** A segment of each type with a mark in each text field. */
export function markedSegments({ next }: Pick<Marks, 'next'>, day: string): Fields[] {
  return SEGMENT_TYPES.map((type, at) => {
    const made = generatedSegment(type, dayAfter(day, 3 * at))
    const segment = fc.sample(made, { numRuns: 1, seed: at })[0]!
    for (const [name, { kind = '', role }] of submittedFields(type)) {
      if (!FREE_KINDS.has(kind) || role !== undefined || READ.test(name) || name === 'source') continue
      if (kind === 'object') segment[name] = { [next()]: { nested: [next()] } }
      else segment[name] = PHONE.test(name) ? `+41 ${next()} 1` : next()
    }
    for (const person of segment['travelers'] as Fields[])
      for (const name of Object.keys(person)) person[name] = next()
    return { ...segment, source: 'manual', support_url: `https://example.com/${next()}` }
  })
}

/** The marks that each place has: a table, the planner's samples, a folder of Postgres, or a file of the data directory. */
export async function findMarks(
  { word }: Pick<Marks, 'word'>,
  url: string,
  dir: string,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const pattern = new RegExp(`${word}\\d+q`, 'gi')
  const inHex = new RegExp(`${hex(word)}(?:3\\d)+71`, 'gi')
  const look = (place: string, text: string): void => {
    const marks = [
      ...(text.match(pattern) ?? []),
      ...(text.match(inHex) ?? []).map((one) => Buffer.from(one, 'hex').toString()),
    ]
    if (marks.length > 0)
      found.set(place, new Set([...(found.get(place) ?? []), ...marks.map((mark) => mark.toLowerCase())]))
  }
  for (const [table, rows] of (await dumpDatabase(url)).tables) look(table, rows)
  const postgres = await withClient(url, async (client) => {
    const samples = await client.query<{ text: string }>(
      "select coalesce(string_agg(s::text, ' '), '') as text from pg_stats s where schemaname = 'public'",
    )
    look('pg_statistic', samples.rows[0]!.text)
    const batches = await client.query<{ content: Buffer }>('select content from raw_batch')
    for (const { content } of batches.rows)
      look(
        'raw_batch',
        JSON.stringify(unpackContent(content, { id: 0, kind: '', client: null, received: 0 })),
      )
    return (await client.query<{ data_directory: string }>('show data_directory')).rows[0]!.data_directory
  })
  for (const file of filesIn(postgres))
    look(`postgres/${relative(postgres, file).split(sep)[0]!}`, contentOf(file))
  for (const file of filesIn(dir))
    if (!file.startsWith(postgres + sep)) look(relative(dir, file), contentOf(file))
  return found
}

const hex = (text: string): string => Buffer.from(text).toString('hex')

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The files of a folder and of those in it; a server may remove some meanwhile. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}
