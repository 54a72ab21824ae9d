import { defaultPriority } from '../../schemas/source-row.js'
import type { Classification } from '../../schemas/source-row.js'
import { UsageFault } from './command.js'
import { atDesk } from './desk.js'
import type { Desk } from './desk.js'
import { printTable, readWords } from './words.js'
import type { DeskCommand } from './words.js'

const CLASSES: readonly Classification[] = [
  'airline', 'hotel', 'car', 'rail', 'cruise', 'transportation', 'activity', 'restaurant', 'parking', 'gds', 'tmc', 'ota', 'email', 'calendar', 'manual'
]
const SHOWN = 50

/** Sources of travel data; running processes know of a change within five seconds. */
export const source: DeskCommand = {
  usage: [
    ['source list [--q TEXT]', 'suppliers whose data is accepted'],
    ['source add ID --name NAME --class CLASS --types Air,Hotel,... [--vendor CODE] [--priority N] [--url URL]', `CLASS: ${CLASSES.join(' ')}`],
    ['source priority ID N', 'its rank; lower wins'],
    ['source activate|deactivate ID', 'known to every process within five seconds']
  ],
  run: async args => {
    const words = readWords(args, ['q', 'name', 'class', 'types', 'vendor', 'priority', 'url'])
    return await atDesk(async desk => {
      switch (words.verb) {
        case 'list': return await list(desk, words.option('q'))
        case 'add': {
          const id = words.word(0, 'the id')
          const name = words.need('name')
          const classification = CLASSES.find(one => one === words.need('class'))
          if (classification === undefined) throw new UsageFault(`--class is one of ${CLASSES.join(', ')}`)
          const priority = words.option('priority') === null ? defaultPriority(classification) : whole(words.need('priority'))
          const added = await desk.knex('source').insert({
            id, name, classification, priority, segment_types: words.need('types').split(','), vendor_code: words.option('vendor'), url: words.option('url')
          }).onConflict('id').ignore().returning('id')
          console.log(added.length === 1 ? `source ${id}` : `source ${id} is there already`)
          return added.length === 1 ? 0 : 1
        }
        case 'priority': return await change(desk, words.word(0, 'the id'), { priority: whole(words.word(1, 'the priority')) })
        case 'activate': return await change(desk, words.word(0, 'the id'), { status: 'Active' })
        case 'deactivate': return await change(desk, words.word(0, 'the id'), { status: 'Inactive' })
        default: throw new UsageFault(`source does not know "${words.verb}"`)
      }
    })
  }
}

async function list (desk: Desk, q: string | null): Promise<number> {
  const rows = desk.knex('source').orderBy('id').limit(SHOWN)
  const found = await (q === null ? rows : rows.whereRaw('strpos(lower(name), lower(?)) > 0 or strpos(lower(id), lower(?)) > 0', [q, q]))
    .select<Array<{ id: string, name: string, classification: string, priority: number, status: string, segment_types: string[] }>>(
      'id', 'name', 'classification', 'priority', 'status', 'segment_types')
  printTable(['id', 'name', 'class', 'priority', 'status', 'types'],
    found.map(row => [row.id, row.name, row.classification, String(row.priority), row.status, row.segment_types.join(',')]))
  if (found.length === SHOWN) console.log(`The first ${SHOWN}; narrow it with --q.`)
  return 0
}

async function change (desk: Desk, id: string, columns: Record<string, string | number>): Promise<number> {
  const changed = await desk.knex('source').where({ id }).update({ ...columns, updated: desk.knex.raw('clock_timestamp()') })
  console.log(changed === 1 ? 'Changed.' : `There is no source ${id}.`)
  return changed === 1 ? 0 : 1
}

function whole (text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageFault('a priority is a whole number')
  return Number(text)
}
