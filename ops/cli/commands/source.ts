import { Option, InvalidArgumentError, type Command } from '@commander-js/extra-typings'
import { addSource, changeSource, findSources, heldLineCounts } from '../../../db/operator/source-admin.js'
import { CLASSIFICATIONS, defaultPriority } from '../../../schemas/itinerary/source-row.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { done, failed, table, values, type Answer } from '../answer.js'
import { recordAudit, type CliContext } from '../context.js'
import type { Run } from '../run.js'
import { list as listOf, text, wholeNumber } from '../values.js'

const MAX_LISTED = 50
const priority = wholeNumber(0, 999_999)

/** The sources of travel data. Running processes pick up a change within five seconds. */
export function addSourceCommands(program: Command, run: Run): void {
  const source = program.command('source').description('manage the sources of travel data')
  source
    .command('list')
    .description('list the sources whose data is accepted')
    .option('--q <TEXT>', 'only those whose id or name contains this')
    .action(run(list))
  source
    .command('add')
    .description('add a source')
    .argument('<ID>', '', text)
    .requiredOption('--name <NAME>', 'its name', text)
    .addOption(new Option('--class <CLASS>', 'its class').choices(CLASSIFICATIONS).makeOptionMandatory())
    .requiredOption('--types <TYPE,...>', 'the types of its segments', segmentTypes)
    .option('--vendor <CODE>', 'the vendor whose own source it is')
    .option('--priority <N>', 'its priority, lower wins; by default that of its class', priority)
    .option('--url <URL>', 'its website', website)
    .action(
      run(async (context, id, options) => {
        const { name, class: classification, types, vendor, url } = options
        const row = {
          id,
          name,
          classification,
          priority: options.priority ?? defaultPriority(classification),
          segment_types: types,
          vendor_code: vendor ?? null,
          url: url ?? null,
        }
        if (!(await addSource(context.knex, row))) return failed(`Source ${id} already exists.`)
        await recordAudit(context, 'source_added', { detail: { source: id, priority: row.priority } })
        return values({ source: id })
      }),
    )
  source
    .command('priority')
    .description('set its priority; lower wins')
    .argument('<ID>')
    .argument('<N>', '', priority)
    .action(run(async (context, id, n) => change(context, id, { priority: n }, `has priority ${n}`)))
  source
    .command('held')
    .description(
      'count the feed lines held for loyalty numbers, by source and reason: unregistered, unproven, other_name',
    )
    .action(
      run(async ({ pool }) =>
        table(
          ['source', 'reason', 'messages', 'oldest, days'],
          (await heldLineCounts(pool)).map((one) => [one.source, one.reason, one.messages, one.days]),
        ),
      ),
    )
  for (const [verb, status] of [
    ['activate', 'Active'],
    ['deactivate', 'Inactive'],
  ] as const)
    source
      .command(verb)
      .description(`${status === 'Active' ? 'accept' : 'reject'} its data; takes effect within five seconds`)
      .argument('<ID>')
      .action(run(async (context, id) => change(context, id, { status }, `is ${status.toLowerCase()}`)))
}

function segmentTypes(given: string): string[] {
  const types = listOf(given)
  if (types.some((type) => !SEGMENT_TYPES.some((one) => one === type)))
    throw new InvalidArgumentError(`Allowed are ${SEGMENT_TYPES.join(', ')}, separated by commas.`)
  return types
}

function website(given: string): string {
  if (!/^https?:\/\/[^\s]+$/.test(given) || !URL.canParse(given))
    throw new InvalidArgumentError('Give the URL of a website, such as https://example.com.')
  return given
}

async function list({ knex }: CliContext, { q }: { q?: string | undefined }): Promise<Answer> {
  const found = await findSources(knex, q, MAX_LISTED)
  const { data, lines } = table(
    ['id', 'name', 'class', 'priority', 'status', 'types'],
    found.map((row) => [
      row.id,
      row.name,
      row.classification,
      row.priority,
      row.status,
      row.segment_types.join(','),
    ]),
  )
  const isCut = found.length === MAX_LISTED
  return {
    data,
    lines: isCut ? [...lines, `These are the first ${MAX_LISTED}. Narrow the list with --q.`] : lines,
  }
}

/** `outcome` completes the sentence "Source ID ...". */
async function change(
  context: CliContext,
  id: string,
  change: Parameters<typeof changeSource>[2],
  outcome: string,
): Promise<Answer> {
  if (!(await changeSource(context.knex, id, change))) return failed(`There is no source ${id}.`)
  await recordAudit(context, 'source_changed', { detail: { source: id, ...change } })
  return done(`Source ${id} ${outcome}.`)
}
