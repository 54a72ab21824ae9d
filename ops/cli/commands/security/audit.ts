/** `audit`: who did what, from the audit log and the commands of operators. */
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings'
import { auditEntries, newestAuditEntries } from '../../../../db/operator/audit-entries.js'
import type { AuditFilter } from '../../../../db/operator/audit-entries.js'
import { table, type Answer } from '../../answer.js'
import type { CliContext } from '../../context.js'
import type { Run } from '../../run.js'
import { memberId, wholeNumber } from '../../values.js'

const DAY_MS = 86_400_000
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 10_000

/** Who did what. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what; TIME is a date or an instant, UTC')
  const withFilter = (name: string, about: string) =>
    audit
      .command(name)
      .description(about)
      .option('--since <TIME>', 'only entries from then on', instant)
      .option('--until <TIME>', 'only entries before then', instant)
      .option('--event <NAME>', 'only this kind of entry')
      .option('--actor <NAME>', 'by this operator, or the id of a developer, member or application')
      .option('--app <CLIENT_ID>', 'about an application')
      .option('--member <ID>', 'about a member', memberId)
  withFilter('list', 'list the newest entries, newest first')
    .option('--limit <N>', 'at most this many', wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .action(
      run(async ({ pool }, { limit, ...filter }) =>
        listed(await newestAuditEntries(pool, toFilter(filter), limit)),
      ),
    )
  withFilter('export', 'write all matching entries to stdout, oldest first, one JSON object per line').action(
    run(async ({ pool, emit }: CliContext, filter) => {
      for await (const entry of auditEntries(pool, toFilter(filter))) emit(entry, JSON.stringify(entry))
    }),
  )
}

interface FilterOptions {
  since?: Date | undefined
  until?: Date | undefined
  event?: string | undefined
  actor?: string | undefined
  app?: string | undefined
  member?: string | undefined
}

function toFilter({ since, until, event, actor, app, member }: FilterOptions): AuditFilter {
  return {
    since: since ?? new Date(0),
    // Entries get the time of the database, whose clock may be ahead.
    until: until ?? new Date(Date.now() + DAY_MS),
    event: event ?? null,
    actor: actor ?? null,
    clientId: app ?? null,
    memberId: member ?? null,
  }
}

function instant(given: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(given)
  const time = new Date(given)
  if (!isTime || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a date such as 2027-03-01 or an instant such as 2027-03-01T08:00Z.')
  return time
}

function listed(entries: Awaited<ReturnType<typeof newestAuditEntries>>): Answer {
  return table(
    ['time', 'event', 'by', 'application', 'member', 'detail'],
    entries.map((one) => [
      one.at,
      one.count > 1 ? `${one.event} (${one.count} times)` : one.event,
      [one.actor_kind, one.actor].filter((part) => part !== null).join(' '),
      one.client_id ?? '',
      one.member_id ?? '',
      one.detail === null ? '' : JSON.stringify(one.detail),
    ]),
  )
}
