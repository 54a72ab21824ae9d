/** `dead events` and `dead release`: events without webhook deliveries, because one of them made the fan-out fail. */
import { listQuarantinedEvents, releaseEvent } from '../../db/operator/quarantined-events.js'
import type { CliContext } from './command.js'
import { formatTable } from './format-table.js'

/** Lists the events, and the callbacks that are suspended at one. Returns the exit code. */
export async function listEvents({ pool, print }: CliContext): Promise<number> {
  const rows = (await listQuarantinedEvents(pool)).map((one) => [
    one.event,
    one.callback,
    one.member,
    one.type,
    one.quarantined.toISOString(),
    one.error,
  ])
  const headings = ['event', 'suspended callback', 'member', 'type', 'quarantined', 'error']
  for (const line of formatTable(headings, rows)) print(line)
  return 0
}

/** Sends a quarantined event to its callbacks after all. Returns the exit code. */
export async function release(
  { pool, print, operator }: CliContext,
  event: string,
  because: string,
): Promise<number> {
  try {
    const result = await releaseEvent(pool, event, { by: operator, because })
    print(`Event ${event} is ${result}.`)
    return result === 'released' ? 0 : 1
  } catch (error) {
    print(
      `Event ${event} failed again and stays quarantined: ${error instanceof Error ? error.message : String(error)}`,
    )
    return 1
  }
}
