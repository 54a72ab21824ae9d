/**
 * `scale fold=4 [deliver=2]`, `scale fold=1-4`: the number of processes under the supervisor of this clone.
 */
import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import { loadConfig } from '../../config/config.js'
import { requestScale, SCALABLE_ROLES, type ScaleRequest } from '../../stack/scaling.js'
import { Refused, table, UsageError } from '../answer.js'
import type { Run } from '../run.js'

const TIMEOUT_MS = 120_000
const MAX_PROCESSES = 64

/** How many processes run. */
export function addScaleCommand(program: Command, run: Run): void {
  program
    .command('scale')
    .description(
      'set the number of processes under the supervisor of this clone until it stops; with fold=N-M the fold pool scales itself between these bounds, with at least one process unless it is fold=0; returns when they are ready',
    )
    .argument('<ROLE=N...>', 'fold=N, fold=N-M, deliver=N or jobs=N')
    .action(
      run(async (_context, roles) => {
        const wanted = readRequest(roles)
        try {
          const { processes } = await requestScale(loadConfig().DATA_DIR, wanted, randomUUID(), TIMEOUT_MS)
          return table(
            ['process', 'state', 'pid', 'restarts'],
            processes.map((one) => [one.name, one.state, one.pid, one.restarts]),
          )
        } catch (error) {
          throw new Refused(error instanceof Error ? error.message : String(error))
        }
      }),
    )
}

/** The wanted numbers by role. Throws a UsageError. */
function readRequest(args: string[]): ScaleRequest {
  const roles = args.map((arg) => arg.split('=', 1)[0])
  const repeated = roles.find((role, i) => roles.indexOf(role) < i)
  if (repeated !== undefined) throw new UsageError(`Give only one number for ${repeated}.`)
  return Object.fromEntries(args.map(readRole))
}

function readRole(arg: string): ['fold', { min: number; max: number }] | ['deliver' | 'jobs', number] {
  const [, name, first, last = first] = /^([a-z]+)=(\d{1,2})(?:-(\d{1,2}))?$/.exec(arg) ?? []
  if (name === 'api')
    throw new UsageError(
      'Several api processes would share one port. Start more with --role=api, each with its own PORT.',
    )
  const role = SCALABLE_ROLES.find((one) => one === name)
  if (role === undefined || Number(last) > MAX_PROCESSES)
    throw new UsageError(
      `Use one of ${SCALABLE_ROLES.join(', ')}, an equals sign and a number up to ${MAX_PROCESSES}, not "${arg}".`,
    )
  const bounds = { min: Number(first), max: Number(last) }
  if (bounds.min > bounds.max) throw new UsageError(`Put the smaller number first, not "${arg}".`)
  if (role === 'fold') return [role, bounds]
  if (bounds.min !== bounds.max)
    throw new UsageError(`Only the fold pool scales itself: give one number for ${role}, not "${arg}".`)
  return [role, bounds.max]
}
