/** `audit`: who did what, from the audit log and the commands of operators. */
import { auditEntries, newestAuditEntries } from '../../../../db/operator/audit-entries.js'
import type { AuditFilter, AuditRecord } from '../../../../db/operator/audit-entries.js'
import { parseArguments } from '../../arguments.js'
import type { CommandArguments, DatabaseCommand } from '../../arguments.js'
import { UsageError } from '../../command.js'
import { withDatabaseSession } from '../../database-session.js'
import { printTable } from '../../format-table.js'

const DAY_MS = 86_400_000
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 10_000

export const audit: DatabaseCommand = {
  usage: [
    [
      'audit list [--since TIME] [--until TIME] [--event NAME] [--actor NAME] [--app CLIENT_ID] [--member ID] [--limit N]',
      'list the newest entries, newest first; --actor is an operator, or the id of a developer, member or application',
    ],
    [
      'audit export [--since TIME] [--until TIME] ...',
      'write all matching entries to stdout, oldest first, one JSON object a line; TIME is a date or an instant, UTC',
    ],
  ],
  run: async (args) => {
    const parsed = parseArguments('audit', args, {
      verbs: { list: [], export: [] },
      options: ['since', 'until', 'event', 'actor', 'app', 'member', 'limit'],
    })
    const filter = readFilter(parsed)
    const limit = readLimit(parsed.option('limit'))
    return await withDatabaseSession(async ({ pool }) => {
      if (parsed.verb === 'list') printEntries(await newestAuditEntries(pool, filter, limit))
      else for await (const entry of auditEntries(pool, filter)) console.log(JSON.stringify(entry))
      return 0
    })
  },
}

function readFilter(args: CommandArguments): AuditFilter {
  const member = args.option('member')
  if (member !== null && !/^\d+$/.test(member))
    throw new UsageError(`--member: "${member}" is not the id of a member.`)
  return {
    since: readTime('since', args.option('since')) ?? new Date(0),
    // Entries get the time of the database, whose clock may be ahead.
    until: readTime('until', args.option('until')) ?? new Date(Date.now() + DAY_MS),
    event: args.option('event'),
    actor: args.option('actor'),
    clientId: args.option('app'),
    memberId: member,
  }
}

function readTime(name: string, text: string | null): Date | null {
  if (text === null) return null
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text)
  const time = new Date(text)
  if (!isTime || Number.isNaN(time.getTime()))
    throw new UsageError(
      `--${name}: "${text}" is no date such as 2027-03-01 and no instant such as 2027-03-01T08:00Z.`,
    )
  return time
}

function readLimit(text: string | null): number {
  const limit = Number(text ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}.`)
  return limit
}

function printEntries(entries: AuditRecord[]): void {
  printTable(
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
