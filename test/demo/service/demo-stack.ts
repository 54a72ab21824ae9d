/**
 * The service that the demo uses: the one that runs from this clone, or one that is started and stopped for
 * the demo.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from '../../../db/pg/connect.js'
import { airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { controlUrl } from '../../../ops/config/addresses.js'
import { loadConfig } from '../../../ops/config/config.js'
import type { Config } from '../../../ops/config/config.js'
import { makeLog } from '../../../ops/process/log.js'
import { nodeProgram } from '../../../ops/process/node-program.js'
import { readReadyFile, readRunConfig } from '../../../ops/stack/ready-file.js'
import type { ReadyFile } from '../../../ops/stack/ready-file.js'
import type { KnownSource } from '../sources/source-directory.js'
import { openMemberFactory } from './member-factory.js'
import type { MemberFactory } from './member-factory.js'

export interface DemoStack {
  baseUrl: string
  /** PEM of the authority to trust. */
  ca: string
  members: MemberFactory
  reference: { airports: AirportRow[]; cities: CityRow[]; sources: KnownSource[] }
  close: () => Promise<void>
}

const POLL_INTERVAL_MS = 100
const START_TIMEOUT_MS = 180_000

/** Uses the running service or starts one; `print` shows what is done. Throws if it does not become ready. */
export async function openDemoStack(print: (line: string) => void): Promise<DemoStack> {
  const { DATA_DIR: dir } = loadConfig()
  const started = readRunConfig(dir) === null ? startService(print) : null
  try {
    const ready = await waitUntilReady(dir, started)
    const config = readRunConfig(dir)
    if (config === null) throw new Error('the service has just stopped')
    const stack = await connectToStack(ready, config)
    return {
      ...stack,
      close: async () => {
        await stack.members.close()
        if (started !== null) await stopService(started, print)
      },
    }
  } catch (error) {
    if (started !== null) await stopService(started, print)
    throw error
  }
}

async function connectToStack(ready: ReadyFile, config: Config): Promise<Omit<DemoStack, 'close'>> {
  const log = makeLog({ LOG_LEVEL: 'warn', LOG_FILE: config.LOG_FILE }, 'demo')
  const databaseUrl = controlUrl(config)
  const database = connect({ url: databaseUrl, name: 'tripfold demo reference', log })
  const reference = {
    airports: await airportRows(database.pool),
    cities: await cityRows(database.pool),
    sources: (await sourceRows(database.pool)).filter(({ status }) => status === 'Active'),
  }
  await database.close()
  const members = await openMemberFactory({
    databaseUrl,
    secrets: config,
    baseUrl: ready.base_url,
    authUrl: ready.auth_url,
    log,
  })
  const ca = readFileSync(ready.ca_file, 'utf8')
  return { baseUrl: ready.base_url, ca, members, reference }
}

/** Starts the service as `npm start` does; it stops when this process exits. */
function startService(print: (line: string) => void): ChildProcess {
  print('No service is running from this clone. Starting one for the demo ...')
  const { file, execArgv } = nodeProgram('start')
  return fork(file, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function waitUntilReady(dir: string, started: ChildProcess | null): Promise<ReadyFile> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const ready = readReadyFile(dir)
    if (ready !== null) return ready
    if (started !== null && hasExited(started))
      throw new Error('The service could not be started; see the messages above.')
    if (performance.now() > deadline)
      throw new Error('The service is not ready. Run `npm start` in another terminal to see why.')
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}

async function stopService(child: ChildProcess, print: (line: string) => void): Promise<void> {
  if (hasExited(child)) return
  print('Stopping the service. The members of the demo stay in its database; `npm start` shows them again.')
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
    child.kill('SIGTERM')
  })
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
