/** The roles as processes of their own on given servers, as an operator runs them, and a client. */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Test } from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { readConfig } from '../../ops/config/config.js'
import { ROOT } from '../../ops/config/paths.js'
import type { RoleName } from '../../ops/roles/role.js'
import { ROLES } from '../../ops/roles/role.js'
import { provideDemoCredentials } from '../../ops/stack/demo-credentials.js'
import { firstBatch } from '../../ops/stack/first-request.js'
import { program } from './program.js'
import { silentLog } from './silent-log.js'
import { stackEnvironment } from './stack.js'

export interface RoleProcess {
  role: RoleName
  child: ChildProcess
  /** What it wrote to stdout and stderr. */
  output: () => string
  /** The lines it logged with that message. */
  logged: (message: string) => Array<Record<string, unknown>>
  /** Answer of its /readyz; null while its port is closed. Throws if the process has ended. */
  readiness: () => Promise<{ status: number; checks: Record<string, string> } | null>
  ended: Promise<number | null>
}

export interface ClientAnswer {
  status: number
  retryAfter: string | null
  /** Milliseconds until the answer. */
  ms: number
}

export interface RolesApart {
  processes: RoleProcess[]
  /** The port of the ingress, and the settings that all roles share. */
  port: number
  settings: Record<string, string | undefined>
  of: (role: RoleName) => RoleProcess
  /** Sends a batch of two segments. */
  post: () => Promise<ClientAnswer>
}

export interface RolesApartOptions {
  /** URLs of the servers: one for all roles, or one each. */
  databaseUrl: string | Record<RoleName, string>
  natsUrl: string | Record<RoleName, string>
  /** The clone that the roles run from; not set: this one. */
  root?: string
  /** The roles to start, by default all. */
  roles?: readonly RoleName[]
  /** A directory for files of the roles. */
  dir: string
  /** The same database, reachable now: the demo application and member are created in it. */
  reachableDatabaseUrl: string
  /** In place of what tests set otherwise; undefined: as the product has it by default. */
  settings?: Record<string, string | undefined>
}

/** Below the range from which Linux takes local ports (net.ipv4.ip_local_port_range). */
const FIRST_QUIET_PORT = 20_000
const QUIET_PORTS = 12_000
const SECRET_KEY = 'a secret for tests, longer than thirty-two characters'

/** Starts one process of each of the roles without waiting for it. They are stopped with the test. */
export async function startRolesApart(t: Test, options: RolesApartOptions): Promise<RolesApart> {
  const { databaseUrl, natsUrl, dir, root = ROOT, roles = ROLES } = options
  const port = await quietPort()
  const shared = {
    DATABASE_URL: typeof databaseUrl === 'string' ? databaseUrl : databaseUrl.api,
    NATS_URL: typeof natsUrl === 'string' ? natsUrl : natsUrl.api,
    SECRET_KEY,
    BASE_URL: `https://localhost:${port}`,
    TLS: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: dir,
    ...options.settings,
  }
  const provided = { ...shared, DATABASE_URL: options.reachableDatabaseUrl }
  const { memberToken, source } =
    root === ROOT
      ? await provideDemoCredentials(readConfig(provided), silentLog())
      : credentialsFrom(root, provided)
  const processes: RoleProcess[] = []
  for (const role of roles) {
    const settings = {
      ...shared,
      ...(typeof databaseUrl === 'string' ? {} : { DATABASE_URL: databaseUrl[role] }),
      ...(typeof natsUrl === 'string' ? {} : { NATS_URL: natsUrl[role] }),
      PORT: String(port),
      OPS_PORT: String(await quietPort()),
    }
    processes.push(startRole(t, role, stackEnvironment(dir, settings), root))
  }
  return {
    processes,
    port,
    settings: shared,
    of: (role) => {
      const found = processes.find((one) => one.role === role)
      if (found === undefined) throw new Error(`there is no ${role} process`)
      return found
    },
    post: async () => {
      const startedAt = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/v2/segments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${memberToken}`,
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
        },
        body: JSON.stringify(firstBatch(source, Date.now())),
      })
      await answer.arrayBuffer()
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        ms: performance.now() - startedAt,
      }
    },
  }
}

const PROVIDE = `
  const { readConfig } = await import('./ops/config/config.ts')
  const { provideDemoCredentials } = await import('./ops/stack/demo-credentials.ts')
  const log = { debug () {}, info () {}, warn () {}, error () {} }
  console.log(JSON.stringify(await provideDemoCredentials(readConfig(JSON.parse(process.env.SETTINGS)), log)))`

/** The clone at `root` creates them: its schema may be older than this one's. */
function credentialsFrom(
  root: string,
  settings: Record<string, string | undefined>,
): { memberToken: string; source: string } {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', PROVIDE],
    { cwd: root, env: { ...process.env, SETTINGS: JSON.stringify(settings) }, encoding: 'utf8' },
  )
  return JSON.parse(printed) as { memberToken: string; source: string }
}

/**
 * A port that no client gets as its local one: a role may listen on it only after it has waited for its
 * servers.
 */
async function quietPort(): Promise<number> {
  return await freePort(FIRST_QUIET_PORT + Math.floor(Math.random() * QUIET_PORTS))
}

function startRole(
  t: Test,
  role: RoleName,
  env: Record<string, string | undefined>,
  root: string,
): RoleProcess {
  const start = root === ROOT ? program('ops/start.ts') : ['--import', 'tsx', 'ops/start.ts']
  const child = spawn(process.execPath, [...start, `--role=${role}`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  return {
    role,
    child,
    ended,
    output: () => output,
    logged: (message) =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['msg'] === message),
    readiness: async () => {
      if (child.exitCode !== null) throw new Error(`${role} exited with ${child.exitCode}: ${output}`)
      try {
        const answer = await fetch(`http://127.0.0.1:${env['OPS_PORT']}/readyz`)
        const { checks } = (await answer.json()) as { checks: Record<string, string> }
        return { status: answer.status, checks }
      } catch (error) {
        if (error instanceof TypeError) return null
        throw error
      }
    },
  }
}
