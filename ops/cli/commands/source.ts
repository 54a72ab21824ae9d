import { defaultPriority } from '../../../schemas/itinerary/source-row.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { Classification } from '../../../schemas/itinerary/source-row.js'
import { UsageError } from '../command.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable, parseArguments } from '../arguments.js'
import type { DatabaseCommand, CommandArguments } from '../arguments.js'

const CLASSES: readonly Classification[] = [
  'airline',
  'hotel',
  'car',
  'rail',
  'cruise',
  'transportation',
  'activity',
  'restaurant',
  'parking',
  'gds',
  'tmc',
  'ota',
  'email',
  'calendar',
  'manual',
]
const SHOWN = 50

/** Sources of travel data; running processes know of a change within five seconds. */
export const source: DatabaseCommand = {
  usage: [
    ['source list [--q TEXT]', 'suppliers whose data is accepted'],
    [
      'source add ID --name NAME --class CLASS --types Air,Hotel,... [--vendor CODE] [--priority N] [--url URL]',
      `CLASS: ${CLASSES.join(' ')}`,
    ],
    ['source priority ID N', 'its rank; lower wins'],
    ['source activate|deactivate ID', 'known to every process within five seconds'],
  ],
  run: async (args) => {
    const words = parseArguments('source', args, {
      verbs: { list: [], add: ['ID'], priority: ['ID', 'N'], activate: ['ID'], deactivate: ['ID'] },
      options: ['q', 'name', 'class', 'types', 'vendor', 'priority', 'url'],
    })
    const asked = words.verb === 'add' ? newSource(words) : null
    const rank = words.verb === 'priority' ? whole('N', words.positional('N')) : 0
    return await withDatabaseSession(async (desk) => {
      if (asked !== null) {
        const added = await desk.knex('source').insert(asked).onConflict('id').ignore().returning('id')
        console.log(added.length === 1 ? `source ${asked.id}` : `source ${asked.id} is there already`)
        return added.length === 1 ? 0 : 1
      }
      switch (words.verb) {
        case 'list':
          return await list(desk, words.option('q'))
        case 'priority':
          return await change(desk, words.positional('ID'), { priority: rank })
        case 'activate':
          return await change(desk, words.positional('ID'), { status: 'Active' })
        case 'deactivate':
          return await change(desk, words.positional('ID'), { status: 'Inactive' })
        default:
          throw new TypeError(words.verb)
      }
    })
  },
}

interface NewSource {
  id: string
  name: string
  classification: Classification
  priority: number
  segment_types: string[]
  vendor_code: string | null
  url: string | null
}

function newSource(words: CommandArguments): NewSource {
  const name = words.required('name')
  const given = words.required('class')
  const classification = CLASSES.find((one) => one === given)
  if (classification === undefined)
    throw new UsageError(`--class: "${given}" is none of ${CLASSES.join(', ')}.`)
  const types = words
    .required('types')
    .split(',')
    .map((type) => type.trim())
  const odd = types.find((type) => !SEGMENT_TYPES.some((one) => one === type))
  if (odd !== undefined) throw new UsageError(`--types: "${odd}" is none of ${SEGMENT_TYPES.join(', ')}.`)
  const priority = words.option('priority')
  const url = words.option('url')
  if (url !== null && !isSite(url))
    throw new UsageError(`--url: "${url}" is no address of a site; use one such as https://example.com.`)
  return {
    id: words.positional('ID'),
    name,
    classification,
    priority: priority === null ? defaultPriority(classification) : whole('--priority', priority),
    segment_types: types,
    vendor_code: words.option('vendor'),
    url,
  }
}

function isSite(text: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
}

async function list(desk: DatabaseSession, q: string | null): Promise<number> {
  const rows = desk.knex('source').orderBy('id').limit(SHOWN)
  const found = await (
    q === null
      ? rows
      : rows.whereRaw('strpos(lower(name), lower(?)) > 0 or strpos(lower(id), lower(?)) > 0', [q, q])
  ).select<
    Array<{
      id: string
      name: string
      classification: string
      priority: number
      status: string
      segment_types: string[]
    }>
  >('id', 'name', 'classification', 'priority', 'status', 'segment_types')
  printTable(
    ['id', 'name', 'class', 'priority', 'status', 'types'],
    found.map((row) => [
      row.id,
      row.name,
      row.classification,
      String(row.priority),
      row.status,
      row.segment_types.join(','),
    ]),
  )
  if (found.length === SHOWN) console.log(`The first ${SHOWN}; narrow it with --q.`)
  return 0
}

async function change(
  desk: DatabaseSession,
  id: string,
  columns: Record<string, string | number>,
): Promise<number> {
  const changed = await desk
    .knex('source')
    .where({ id })
    .update({ ...columns, updated: desk.knex.raw('clock_timestamp()') })
  console.log(changed === 1 ? 'Changed.' : `There is no source ${id}.`)
  return changed === 1 ? 0 : 1
}

function whole(what: string, text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw new UsageError(`${what}: "${text}" is not a whole number from 0 to 999999.`)
  return Number(text)
}
