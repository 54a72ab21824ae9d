import { heldLineCounts } from '../../../db/operator/held-line-counts.js'
import { CLASSIFICATIONS, defaultPriority } from '../../../schemas/itinerary/source-row.js'
import type { Classification } from '../../../schemas/itinerary/source-row.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { parseArguments } from '../arguments.js'
import type { CommandArguments, DatabaseCommand } from '../arguments.js'
import { UsageError } from '../command.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable } from '../format-table.js'

const MAX_LISTED = 50

/** Manages the sources of travel data. Running processes pick up a change within five seconds. */
export const source: DatabaseCommand = {
  usage: [
    ['source list [--q TEXT]', 'list the sources whose data is accepted'],
    [
      'source add ID --name NAME --class CLASS --types Air,Hotel,... [--vendor CODE] [--priority N] [--url URL]',
      `add a source; CLASS is one of ${CLASSIFICATIONS.join(' ')}`,
    ],
    ['source priority ID N', 'set its priority; lower wins'],
    [
      'source held',
      'count the feed messages held for loyalty numbers, by source and reason: unregistered, unproven, other_name',
    ],
    ['source activate|deactivate ID', 'accept or reject its data; takes effect within five seconds'],
  ],
  run: async (args) => {
    const parsed = parseArguments('source', args, {
      verbs: { list: [], held: [], add: ['ID'], priority: ['ID', 'N'], activate: ['ID'], deactivate: ['ID'] },
      options: ['q', 'name', 'class', 'types', 'vendor', 'priority', 'url'],
    })
    const newSource = parsed.verb === 'add' ? readNewSource(parsed) : null
    const priority = parsed.verb === 'priority' ? integer('N', parsed.positional('N')) : 0
    return await withDatabaseSession(async (session) => {
      if (newSource !== null) return await add(session, newSource)
      if (parsed.verb === 'list') return await list(session, parsed.option('q'))
      if (parsed.verb === 'held') return await countHeld(session)
      const id = parsed.positional('ID')
      if (parsed.verb === 'priority')
        return await change(session, id, { priority }, `has priority ${priority}`)
      const status = parsed.verb === 'activate' ? 'Active' : 'Inactive'
      return await change(session, id, { status }, `is ${status.toLowerCase()}`)
    })
  },
}

async function countHeld({ pool }: DatabaseSession): Promise<number> {
  const counts = await heldLineCounts(pool)
  printTable(
    ['source', 'reason', 'messages', 'oldest, days'],
    counts.map((one) => [one.source, one.reason, String(one.messages), String(one.days)]),
  )
  return 0
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

function readNewSource(args: CommandArguments): NewSource {
  const name = args.required('name')
  const givenClass = args.required('class')
  const classification = CLASSIFICATIONS.find((one) => one === givenClass)
  if (classification === undefined)
    throw new UsageError(`--class: "${givenClass}" must be one of ${CLASSIFICATIONS.join(', ')}.`)
  const types = args
    .required('types')
    .split(',')
    .map((type) => type.trim())
  const unknownType = types.find((type) => !SEGMENT_TYPES.some((one) => one === type))
  if (unknownType !== undefined)
    throw new UsageError(`--types: "${unknownType}" must be one of ${SEGMENT_TYPES.join(', ')}.`)
  const priority = args.option('priority')
  const url = args.option('url')
  if (url !== null && !isWebsite(url))
    throw new UsageError(`--url: "${url}" is not the URL of a website, such as https://example.com.`)
  return {
    id: args.positional('ID'),
    name,
    classification,
    priority: priority === null ? defaultPriority(classification) : integer('--priority', priority),
    segment_types: types,
    vendor_code: args.option('vendor'),
    url,
  }
}

function isWebsite(text: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
}

async function add({ knex, audit }: DatabaseSession, source: NewSource): Promise<number> {
  const added = await knex('source').insert(source).onConflict('id').ignore().returning('id')
  const isNew = added.length === 1
  if (isNew) await audit('source_added', { detail: { source: source.id, priority: source.priority } })
  console.log(isNew ? `source ${source.id}` : `Source ${source.id} already exists.`)
  return isNew ? 0 : 1
}

interface SourceListRow {
  id: string
  name: string
  classification: string
  priority: number
  status: string
  segment_types: string[]
}

async function list({ knex }: DatabaseSession, q: string | null): Promise<number> {
  const all = knex('source').orderBy('id').limit(MAX_LISTED)
  const matching =
    q === null
      ? all
      : all.whereRaw('strpos(lower(name), lower(?)) > 0 or strpos(lower(id), lower(?)) > 0', [q, q])
  const found = await matching.select<SourceListRow[]>(
    'id',
    'name',
    'classification',
    'priority',
    'status',
    'segment_types',
  )
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
  if (found.length === MAX_LISTED) console.log(`These are the first ${MAX_LISTED}. Narrow the list with --q.`)
  return 0
}

/** `outcome` completes the sentence "Source ID ...". */
async function change(
  { knex, audit }: DatabaseSession,
  id: string,
  columns: Record<string, string | number>,
  outcome: string,
): Promise<number> {
  const changed = await knex('source')
    .where({ id })
    .update({ ...columns, updated: knex.raw('clock_timestamp()') })
  if (changed === 1) await audit('source_changed', { detail: { source: id, ...columns } })
  console.log(changed === 1 ? `Source ${id} ${outcome}.` : `There is no source ${id}.`)
  return changed === 1 ? 0 : 1
}

function integer(what: string, text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw new UsageError(`${what}: "${text}" is not a whole number from 0 to 999999.`)
  return Number(text)
}
