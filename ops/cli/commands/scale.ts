/** `scale fold=4 [deliver=2]`, `scale fold=1-4`: so many processes under the supervisor of this clone, until it ends. */
import { randomUUID } from 'node:crypto'
import { loadConfig } from '../../config/config.js'
import { requestScale, SCALABLE_ROLES, type ScaleRequest } from '../../stack/scaling.js'
import { UsageError } from '../command.js'
import { table } from '../table.js'

const WAIT_MS = 120_000

export const scale = {
  usage: [
    [
      'scale fold=N|N-M [deliver=N]',
      'so many processes under the supervisor of this clone, from now on, or for the fold between so many as its work wants (one at least, unless it is fold=0); answers when they are ready and the others gone',
    ],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    const wanted = parse(args)
    try {
      const { processes } = await requestScale(loadConfig().DATA_DIR, wanted, randomUUID(), WAIT_MS)
      console.log(
        table(
          ['process', 'state', 'pid', 'restarts'],
          processes.map((one) => [one.name, one.state, one.pid, one.restarts]),
        ).join('\n'),
      )
      return 0
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error))
      return 1
    }
  },
}

/** The counts by role. Throws UsageFault. */
function parse(args: string[]): ScaleRequest {
  if (args.length === 0) throw new UsageError('how many of what?')
  const twice = args.map((arg) => arg.split('=', 1)[0]).find((name, i, names) => names.indexOf(name) < i)
  if (twice !== undefined) throw new UsageError(`one number for ${twice}, not two`)
  return Object.fromEntries(
    args.map((arg) => {
      const [, name, first, last = first] = /^([a-z]+)=(\d{1,2})(?:-(\d{1,2}))?$/.exec(arg) ?? []
      const role = SCALABLE_ROLES.find((one) => one === name)
      if (name === 'api')
        throw new UsageError(
          'the processes of the door would share one port: start more with --role=api, each with a PORT of its own',
        )
      if (role === undefined || Number(last) > 64)
        throw new UsageError(
          `${SCALABLE_ROLES.join(' or ')}, an equals sign and a number up to 64, not "${arg}"`,
        )
      const bounds = { least: Number(first), most: Number(last) }
      if (bounds.least > bounds.most) throw new UsageError(`the smaller number first, not "${arg}"`)
      if (role === 'fold') return [role, bounds]
      if (bounds.least !== bounds.most)
        throw new UsageError(`only the fold resizes itself: one number for ${role}, not "${arg}"`)
      return [role, bounds.most]
    }),
  )
}
