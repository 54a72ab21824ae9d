/**
 * `scale fold=4 [deliver=2]`, `scale fold=1-4`: the number of processes under the supervisor of this clone.
 */
import { randomUUID } from 'node:crypto'
import { loadConfig } from '../../config/config.js'
import { requestScale, SCALABLE_ROLES, type ScaleRequest } from '../../stack/scaling.js'
import { UsageError } from '../command.js'
import { formatTable } from '../format-table.js'

const TIMEOUT_MS = 120_000
const MAX_PROCESSES = 64

export const scale = {
  usage: [
    [
      'scale fold=N|N-M [deliver=N]',
      'set the number of processes under the supervisor of this clone until it stops; with N-M the fold pool scales ' +
        'itself between these bounds, with at least one process unless it is fold=0; returns when they are ready',
    ],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    const wanted = readRequest(args)
    try {
      const { processes } = await requestScale(loadConfig().DATA_DIR, wanted, randomUUID(), TIMEOUT_MS)
      const rows = processes.map((one) => [one.name, one.state, one.pid, one.restarts])
      console.log(formatTable(['process', 'state', 'pid', 'restarts'], rows).join('\n'))
      return 0
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error))
      return 1
    }
  },
}

/** The wanted numbers by role. Throws a UsageError. */
function readRequest(args: string[]): ScaleRequest {
  if (args.length === 0) throw new UsageError('"scale" requires a role and a number, such as fold=2.')
  const roles = args.map((arg) => arg.split('=', 1)[0])
  const repeated = roles.find((role, i) => roles.indexOf(role) < i)
  if (repeated !== undefined) throw new UsageError(`Give only one number for ${repeated}.`)
  return Object.fromEntries(args.map(readRole))
}

function readRole(arg: string): ['fold', { min: number; max: number }] | ['deliver', number] {
  const [, name, first, last = first] = /^([a-z]+)=(\d{1,2})(?:-(\d{1,2}))?$/.exec(arg) ?? []
  if (name === 'api')
    throw new UsageError(
      'Several api processes would share one port. Start more with --role=api, each with its own PORT.',
    )
  const role = SCALABLE_ROLES.find((one) => one === name)
  if (role === undefined || Number(last) > MAX_PROCESSES)
    throw new UsageError(
      `Use ${SCALABLE_ROLES.join(' or ')}, an equals sign and a number up to ${MAX_PROCESSES}, not "${arg}".`,
    )
  const bounds = { min: Number(first), max: Number(last) }
  if (bounds.min > bounds.max) throw new UsageError(`Put the smaller number first, not "${arg}".`)
  if (role === 'fold') return [role, bounds]
  if (bounds.min !== bounds.max)
    throw new UsageError(`Only the fold pool scales itself: give one number for ${role}, not "${arg}".`)
  return [role, bounds.max]
}
