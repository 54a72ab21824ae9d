/** The service the demo talks to: the one that runs from this clone, or one started for the demo and stopped after it. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from '../../../db/pg/connect.js'
import { airportRows, cityRows } from '../../../db/reads/reference-rows.js'
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { controlUrl } from '../../config/addresses.js'
import { loadConfig } from '../../config/config.js'
import { makeLog } from '../../process/log.js'
import { nodeProgram } from '../../process/node-program.js'
import { readReadyFile, readRunConfig } from '../../stack/ready-file.js'
import { openMemberFactory } from './member-factory.js'
import type { MemberFactory } from './member-factory.js'

export interface DemoStack {
  baseUrl: string
  /** PEM of the authority to trust. */
  ca: string
  /** A token that may read sources. */
  token: string
  members: MemberFactory
  reference: { airports: AirportRow[]; cities: CityRow[] }
  close: () => Promise<void>
}

const POLL_MS = 100
const START_MS = 180_000

/** Finds the running service or starts one; `say` hears of it. Throws when it does not come up. */
export async function openDemoStack(say: (line: string) => void): Promise<DemoStack> {
  const { DATA_DIR: dir } = loadConfig()
  const started = readRunConfig(dir) === null ? startService(say) : null
  try {
    const ready = await readiness(dir, started)
    const config = readRunConfig(dir)
    if (config === null) throw new Error('the service ended a moment ago')
    const log = makeLog({ LOG_LEVEL: 'warn', LOG_FILE: config.LOG_FILE }, 'demo')
    const database = connect({ url: controlUrl(config), name: 'tripfold demo reference', log })
    const reference = { airports: await airportRows(database.pool), cities: await cityRows(database.pool) }
    await database.close()
    const desk = await openMemberFactory({
      databaseUrl: controlUrl(config),
      secretKey: config.SECRET_KEY,
      baseUrl: ready.base_url,
      authUrl: ready.auth_url,
      log,
    })
    return {
      baseUrl: ready.base_url,
      ca: readFileSync(ready.ca_file, 'utf8'),
      token: ready.member_token,
      members: desk,
      reference,
      close: async () => {
        await desk.close()
        if (started !== null) await stopService(started, say)
      },
    }
  } catch (error) {
    if (started !== null) await stopService(started, say)
    throw error
  }
}

/** The service as `npm start` runs it; it ends when this process does. */
function startService(say: (line: string) => void): ChildProcess {
  say('No service runs from this clone: starting one for the demo ...')
  const { file, execArgv } = nodeProgram('start')
  return fork(file, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function readiness(
  dir: string,
  started: ChildProcess | null,
): Promise<NonNullable<ReturnType<typeof readReadyFile>>> {
  const until = performance.now() + START_MS
  for (;;) {
    const facts = readReadyFile(dir)
    if (facts !== null) return facts
    if (started !== null && (started.exitCode !== null || started.signalCode !== null))
      throw new Error('the service could not be started; see above')
    if (performance.now() > until)
      throw new Error('the service is not ready; `npm start` in another terminal shows why')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function stopService(child: ChildProcess, say: (line: string) => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  say("Stopping the service; the demo's members stay in its database: `npm start` shows them again.")
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
    child.kill('SIGTERM')
  })
}
