/** Roles of the product as processes: started, killed, started again, and watched for ends of their own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { nodeFlags } from '../../../ops/bootstrap/node-flags.mjs'
import { freePort } from '../../../ops/embedded/free-port.js'
import type { RoleName } from '../../../ops/roles/role.js'
import { until } from '../../support/until.js'

export interface RoleProcess {
  name: string
  role: RoleName
  pid: number
}

export interface RoleProcesses {
  all: () => RoleProcess[]
  /** Kills the process with SIGKILL and starts another in its place; resolves when that is ready. */
  replace: (name: string) => Promise<void>
  /** Processes that nobody asked to end, with their exit codes; each was started again. */
  endedByThemselves: () => string[]
}

export interface RoleProcessesOptions {
  /** The bundled start program. */
  program: string
  /** The settings that all share. */
  env: Record<string, string>
  /** By name: the role, and settings of its own. */
  roles: Record<string, { role: RoleName; env?: Record<string, string> }>
  /** Where each keeps its log. */
  dir: string
}

/** On a busy machine; a second or two on an idle one. */
const START_TIMEOUT_MS = 240_000
const LOG_TAIL_CHARS = 3_000

interface Running extends RoleProcess {
  child: ChildProcess
  opsPort: number
  /** Whether the suite is ending it. */
  ending: boolean
}

/** Starts one process for each name and waits until all are ready. They are killed with the test. */
export async function roleProcesses(t: Test, options: RoleProcessesOptions): Promise<RoleProcesses> {
  const running = new Map<string, Running>()
  const ended: string[] = []
  const logOf = (name: string): string => join(options.dir, `${name}.log`)

  const start = async (name: string): Promise<Running> => {
    const chosen = options.roles[name]
    if (chosen === undefined) throw new Error(`there is no process ${name}`)
    const opsPort = running.get(name)?.opsPort ?? (await freePort())
    const env = { ...options.env, ...chosen.env, OPS_PORT: String(opsPort), LOG_FILE: logOf(name) }
    const child = spawn(
      process.execPath,
      [...nodeFlags(chosen.role), '--enable-source-maps', options.program, `--role=${chosen.role}`],
      // The channel ends the process with this one.
      { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    )
    let printed = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      printed = (printed + bytes.toString()).slice(-LOG_TAIL_CHARS)
    })
    if (child.pid === undefined) throw new Error(`${name} could not be started`)
    const one: Running = { name, role: chosen.role, pid: child.pid, child, opsPort, ending: false }
    child.once('exit', (code, signal) => {
      if (one.ending) return
      ended.push(`${name} ended with ${code ?? signal ?? ''}`)
      t.comment(`${name} ended by itself with ${code ?? signal ?? ''}:\n${printed}\n${tail(logOf(name))}`)
      void start(name)
    })
    running.set(name, one)
    return one
  }

  const end = async (one: Running): Promise<void> => {
    one.ending = true
    if (one.child.exitCode !== null || one.child.signalCode !== null) return
    const exited = once(one.child, 'exit')
    one.child.kill('SIGKILL')
    await exited
  }
  const untilReady = async (one: Running): Promise<void> => {
    await until(`${one.name} is ready`, async () => await isReady(one), START_TIMEOUT_MS).catch(
      (error: unknown) => {
        t.comment(`${one.name} is not ready:\n${tail(logOf(one.name))}`)
        throw error
      },
    )
  }

  t.teardown(async () => {
    await Promise.all([...running.values()].map(end))
  })
  // One after another: to start takes a second of one processor.
  for (const name of Object.keys(options.roles)) {
    await untilReady(await start(name))
  }
  return {
    all: () => [...running.values()].map(({ name, role, pid }) => ({ name, role, pid })),
    endedByThemselves: () => ended,
    replace: async (name) => {
      const one = running.get(name)
      if (one === undefined) throw new Error(`there is no process ${name}`)
      await end(one)
      await untilReady(await start(name))
    },
  }
}

async function isReady({ opsPort }: Running): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok
  } catch {
    return false
  }
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-LOG_TAIL_CHARS)
  } catch {
    return ''
  }
}
