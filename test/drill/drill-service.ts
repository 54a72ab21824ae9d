/** The service of the drill: a nats-server and the product on it, and a client that never stops sending. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readConfig } from '../../ops/config/config.js'
import { ROOT } from '../../ops/config/paths.js'
import { runServerProcess } from '../../ops/embedded/server-process.js'
import type { ServerProcess } from '../../ops/embedded/server-process.js'
import { makeLog } from '../../ops/process/log.js'
import { provideDemoCredentials } from '../../ops/stack/demo-credentials.js'

const run = promisify(execFile)
const PROGRAM = join(ROOT, 'ops', 'bootstrap.mjs')
const SECRET_KEY = 'a secret of the drill, longer than thirty-two characters'
const READY_TIMEOUT_MS = 120_000
/** Below RATE_LIMIT_SEGMENTS of a member. */
const SEND_EVERY_MS = 150
const REQUEST_TIMEOUT_MS = 15_000
const WATCH_EVERY_MS = 50
const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2028-01-01')

export interface DrillPorts {
  nats: number
  http: number
  operations: number
}

export interface DrillParts {
  folder: string
  ports: DrillPorts
  databaseUrl: string
  /** The program. */
  natsServer: string
}

/** A member who is erased after the backup. */
export interface Person {
  id: string
  token: string
}

export class DrillService {
  /** Names of the segments that were answered with 202, and of all that were sent. */
  readonly acknowledged = new Set<string>()
  sent = 0
  readonly natsUrl: string
  readonly #folder: string
  readonly #ports: DrillPorts
  readonly #natsServer: string
  readonly #settings: Record<string, string>
  #broker: ServerProcess | null = null
  #roles: ChildProcess | null = null
  #token = ''
  #client = ''
  #persons = 0
  #sending: Promise<void> = Promise.resolve()
  #stopped = false
  paused = false

  constructor({ folder, ports, databaseUrl, natsServer }: DrillParts) {
    this.#folder = folder
    this.#ports = ports
    this.#natsServer = natsServer
    this.natsUrl = `nats://127.0.0.1:${String(ports.nats)}`
    this.#settings = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: folder,
      DATABASE_URL: databaseUrl,
      NATS_URL: this.natsUrl,
      STREAM_MAX_BYTES: String(2 ** 30),
      SECRET_KEY,
      BASE_URL: `https://localhost:${String(ports.http)}`,
      TLS: 'proxy',
      TRUSTED_PROXIES: '127.0.0.1',
      PORT: String(ports.http),
      OPS_PORT: String(ports.operations),
      DATA_DIR: join(folder, 'service'),
      LOG_FILE: join(folder, 'tripfold.log'),
      OPERATOR: 'restore drill',
      RATE_LIMIT_MEMBER: '0',
    }
  }

  startBroker(): void {
    mkdirSync(join(this.#folder, 'nats'), { recursive: true })
    this.#broker = runServerProcess({
      command: this.#natsServer,
      args: ['-js', '-sd', join(this.#folder, 'nats'), '-a', '127.0.0.1', '-p', String(this.#ports.nats)],
      cwd: this.#folder,
      account: null,
      stopSignal: 'SIGTERM',
    })
  }

  /** Loses the broker with its disk, and starts an empty one. */
  async loseBroker(): Promise<void> {
    this.#broker?.kill()
    await this.#broker?.ended
    rmSync(join(this.#folder, 'nats'), { recursive: true, force: true })
    this.startBroker()
  }

  /** Starts all roles, and makes the member at the first start. */
  async startRoles(): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, 'start'], {
      cwd: ROOT,
      env: this.#settings,
      stdio: 'ignore',
    })
    this.#roles = child
    await this.#untilReady()
    if (this.#token === '') {
      const credentials = await provideDemoCredentials(
        readConfig(this.#settings),
        makeLog({ LOG_LEVEL: 'error', LOG_FILE: '' }, 'cli'),
      )
      this.#token = credentials.memberToken
      this.#client = credentials.clientId
    }
  }

  async stopRoles(): Promise<void> {
    const child = this.#roles
    this.#roles = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#sending
    await this.stopRoles()
    await this.#broker?.stop()
  }

  /** Runs a command of the operator. Returns what it printed. */
  async cli(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [PROGRAM, 'cli', ...args], {
      cwd: ROOT,
      env: this.#settings,
    }).catch((error: unknown) => error as { stdout: string })
    return stdout.trim()
  }

  /** Sends a segment every 150 ms, whatever is answered, until `stop`. */
  load(): void {
    this.#sending = (async () => {
      while (!this.#stopped) {
        if (!this.paused) void this.#send(`Drill ${String(++this.sent)}`)
        await delay(SEND_EVERY_MS)
      }
    })()
  }

  /** A member with a segment. */
  async addPerson(): Promise<Person> {
    const address = `person-${String(++this.#persons)}@drill.example`
    const added = await this.cli(
      'member',
      'add',
      '--email',
      address,
      '--first-name',
      'Ada',
      '--last-name',
      'D',
    )
    const id = /member +(\d+)/.exec(added)?.[1]
    const issued = await this.cli('token', 'issue', this.#client, '--member', address)
    const token = /access_token +(\S+)/.exec(issued)?.[1]
    if (id === undefined || token === undefined) throw new Error(`no member: ${added} ${issued}`)
    const answer = await this.#request('/v2/segments', hotel('Drill 1'), token)
    if (answer.status !== 202) throw new Error(`a member was answered with ${String(answer.status)}`)
    return { id, token }
  }

  /** Reads as that person again and again until `stop`, which returns how often the person was shown. */
  watch({ token }: Person): { stop: () => Promise<number> } {
    let shown = 0
    let isStopped = false
    const watching = (async () => {
      while (!isStopped) {
        const answer = await this.#request('/v2/me', undefined, token).catch(() => null)
        if (answer?.ok === true) shown += 1
        await answer?.arrayBuffer()
        await delay(WATCH_EVERY_MS)
      }
    })()
    return {
      stop: async () => {
        isStopped = true
        await watching
        return shown
      },
    }
  }

  async #send(name: string): Promise<void> {
    const status = await this.#request('/v2/segments', hotel(name)).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      // Nobody answers while the roles are stopped.
      () => 0,
    )
    if (status === 202) this.acknowledged.add(name)
  }

  /** The names of all hotels on the itinerary, as a partner reads them. */
  async itinerary(): Promise<string[]> {
    const names: string[] = []
    for (let path: string | null = '/v2/segments?limit=100&start=2020-01-01'; path !== null;) {
      const answer: Response = await this.#request(path)
      if (answer.status !== 200) throw new Error(`${path} was answered with ${String(answer.status)}`)
      names.push(...((await answer.json()) as Array<{ hotel_name: string }>).map((one) => one.hotel_name))
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      path = next === undefined ? null : next.replace(/^https?:\/\/[^/]+/, '')
    }
    return names
  }

  async #request(path: string, body?: object, token = this.#token): Promise<Response> {
    return await fetch(`http://127.0.0.1:${String(this.#ports.http)}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  }

  async #untilReady(): Promise<void> {
    for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await delay(250)) {
      const answer = await fetch(`http://127.0.0.1:${String(this.#ports.operations)}/readyz`).catch(
        () => null,
      )
      if (answer?.ok === true) return
    }
    throw new Error('the service was not ready in time')
  }
}

/** A batch with a stay in the hotel of that name, on days of its own. */
function hotel(name: string): object {
  const day = new Date(FIRST_DAY + Number(name.slice('Drill '.length)) * 2 * DAY_MS)
  return {
    segments: [
      {
        type: 'Hotel',
        source: 'manual',
        hotel_name: name,
        city_name: 'Paris',
        country: 'FR',
        confirmation_no: name.replace(' ', ''),
        checkin_date: day.toISOString().slice(0, 10),
        checkout_date: new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10),
      },
    ],
  }
}
