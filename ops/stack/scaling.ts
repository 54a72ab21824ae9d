/**
 * How `npm run cli -- scale` reaches the supervisor of this clone: it writes a request file in the data
 * directory and sends SIGUSR2. The supervisor writes a file with its processes and the state of the request.
 */
import { readFileSync, rmSync } from 'node:fs'
import Type from 'typebox'
import type { Static } from 'typebox'
import Value from 'typebox/value'
import type { Log } from '../../schemas/base/log.js'
import { dataFiles } from '../config/paths.js'
import type { PoolAutoscaler } from '../supervisor/pool-autoscaler.js'
import type { ProcessGroup } from '../supervisor/process-group.js'
import { lockHolder } from './lock.js'
import { writePrivateJson } from './ready-file.js'

/** Roles that can be scaled here: their processes do not share a port. */
export const SCALABLE_ROLES = ['fold', 'deliver', 'jobs'] as const

const MAX_PROCESSES = 64
const count = Type.Integer({ minimum: 0, maximum: MAX_PROCESSES })
const Bounds = Type.Object({ min: count, max: count }, { additionalProperties: false })
const RequestFile = Type.Object({
  id: Type.String(),
  wanted: Type.Object(
    { fold: Type.Optional(Bounds), deliver: Type.Optional(count), jobs: Type.Optional(count) },
    { additionalProperties: false },
  ),
})
const Process = Type.Object({
  name: Type.String(),
  pid: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.String(),
  restarts: Type.Integer(),
})
const ProgressFile = Type.Object({
  id: Type.String(),
  done: Type.Boolean(),
  problem: Type.Union([Type.String(), Type.Null()]),
  processes: Type.Array(Process),
})

export type ScaleRequest = Static<typeof RequestFile>['wanted']
export type ScaleProgress = Static<typeof ProgressFile>

const REPORT_INTERVAL_MS = 500
const POLL_INTERVAL_MS = 100

/** Executes scale requests and keeps the list of processes up to date. Returns how to stop. */
export function serveScaleRequests(
  dir: string,
  group: ProcessGroup,
  foldPool: PoolAutoscaler,
  log: Log,
): () => void {
  const files = dataFiles(dir)
  rmSync(files.scaleRequest, { force: true })
  let current = { id: '', done: true, problem: null as string | null }
  let reported = ''
  const report = (): void => {
    const processes = group
      .processes()
      .map((one) => ({ name: one.name, pid: one.pid(), state: one.state(), restarts: one.restarts() }))
    const content = JSON.stringify({ ...current, processes })
    if (content !== reported) writePrivateJson(files.processes, JSON.parse(content))
    reported = content
  }
  const execute = async ({ id, wanted }: Static<typeof RequestFile>): Promise<void> => {
    current = { id, done: false, problem: null }
    report()
    log.info({ wanted }, 'scaling')
    try {
      if (wanted.fold !== undefined) await foldPool.setBounds(wanted.fold)
      for (const role of ['deliver', 'jobs'] as const)
        if (wanted[role] !== undefined) await group.scale(role, wanted[role])
      current = { id, done: true, problem: null }
    } catch (error) {
      log.error({ error, wanted }, 'scaling failed')
      current = { id, done: true, problem: error instanceof Error ? error.message : String(error) }
    }
    report()
  }
  const onSignal = (): void => {
    const request = read(files.scaleRequest, RequestFile)
    if (request === null) log.warn({}, 'SIGUSR2 received but no scale request file')
    else void execute(request)
  }
  process.on('SIGUSR2', onSignal)
  const timer = setInterval(report, REPORT_INTERVAL_MS)
  report()
  return () => {
    clearInterval(timer)
    // Remove the files before the handler: without a handler, a late signal would end this process.
    for (const file of [files.scaleRequest, files.processes]) rmSync(file, { force: true })
    process.off('SIGUSR2', onSignal)
  }
}

/**
 * Sends a request to the supervisor and waits up to `timeoutMs` until it is done.
 * Throws if no stack runs from this directory, if scaling fails, or if it takes too long.
 */
export async function requestScale(
  dir: string,
  wanted: ScaleRequest,
  id: string,
  timeoutMs: number,
): Promise<ScaleProgress> {
  const files = dataFiles(dir)
  const supervisor = lockHolder(files.lock)
  if (supervisor === null || readProcesses(dir) === null)
    throw new Error(
      'No stack is running from this clone. Start one with npm start; elsewhere start and stop roles with --role.',
    )
  writePrivateJson(files.scaleRequest, { id, wanted })
  process.kill(supervisor.pid, 'SIGUSR2')
  for (const end = performance.now() + timeoutMs; performance.now() < end;) {
    const progress = readProcesses(dir)
    if (progress?.id === id && progress.done) {
      if (progress.problem !== null) throw new Error(progress.problem)
      return progress
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  throw new Error(
    `Not finished after ${Math.round(timeoutMs / 1_000)} s. The supervisor continues; see \`npm run cli -- status\`.`,
  )
}

/** The processes under the supervisor of this directory; null if none runs. */
export function readProcesses(dir: string): ScaleProgress | null {
  const files = dataFiles(dir)
  return lockHolder(files.lock) === null ? null : read(files.processes, ProgressFile)
}

function read<T extends typeof RequestFile | typeof ProgressFile>(file: string, schema: T): Static<T> | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(schema, content) ? (content as Static<T>) : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
