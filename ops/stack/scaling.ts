/**
 * How `npm run cli -- scale` speaks to the supervisor of this clone: it leaves what is wanted in a file of the data folder
 * and knocks with SIGUSR2; the supervisor writes down how far it has come. Both files are the run's alone.
 */
import { readFileSync, rmSync } from 'node:fs'
import Type from 'typebox'
import type { Static } from 'typebox'
import Value from 'typebox/value'
import type { Log } from '../../schemas/base/log.js'
import { lockHolder } from './lock.js'
import { dataFiles } from '../config/paths.js'
import { writePrivateJson } from './ready-file.js'
import type { ProcessGroup } from '../supervisor/process-group.js'
import type { PoolAutoscaler } from '../supervisor/pool-autoscaler.js'

const MAX_PROCESSES = 64
const count = Type.Integer({ minimum: 0, maximum: MAX_PROCESSES })
const Bounds = Type.Object({ least: count, most: count }, { additionalProperties: false })
/** Roles whose processes do not share a port. */
export const SCALABLE_ROLES = ['fold', 'deliver'] as const
const RequestFile = Type.Object({
  id: Type.String(),
  wanted: Type.Object(
    { fold: Type.Optional(Bounds), deliver: Type.Optional(count) },
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

/** Listens for wishes and keeps the list of processes up to date; answers how to stop that. */
export function serveScaleRequests(
  dir: string,
  crew: ProcessGroup,
  pool: PoolAutoscaler,
  log: Log,
): () => void {
  const files = dataFiles(dir)
  rmSync(files.scaleRequest, { force: true })
  let current = { id: '', done: true, problem: null as string | null }
  let told = ''
  const tell = (): void => {
    const processes = crew.processes().map((member) => ({
      name: member.name,
      pid: member.pid(),
      state: member.state(),
      restarts: member.restarts(),
    }))
    const now = JSON.stringify({ ...current, processes })
    if (now !== told) writePrivateJson(files.processes, JSON.parse(now))
    told = now
  }
  const work = async (wish: Static<typeof RequestFile>): Promise<void> => {
    current = { id: wish.id, done: false, problem: null }
    tell()
    log.info({ wanted: wish.wanted }, 'scaling')
    try {
      const { fold, deliver } = wish.wanted
      if (fold !== undefined) await pool.setBounds(fold)
      if (deliver !== undefined) await crew.scale('deliver', deliver)
      current = { id: wish.id, done: true, problem: null }
    } catch (error) {
      log.error({ error, wanted: wish.wanted }, 'could not be scaled')
      current = { id: wish.id, done: true, problem: error instanceof Error ? error.message : String(error) }
    }
    tell()
  }
  const knock = (): void => {
    const wish = read(files.scaleRequest, RequestFile)
    if (wish === null) log.warn({}, 'somebody knocked without a wish')
    else void work(wish)
  }
  process.on('SIGUSR2', knock)
  const timer = setInterval(tell, REPORT_INTERVAL_MS)
  tell()
  return () => {
    clearInterval(timer)
    // Who finds no list does not knock; without a handler the signal would end this process.
    for (const file of [files.scaleRequest, files.processes]) rmSync(file, { force: true })
    process.off('SIGUSR2', knock)
  }
}

/** Tells the supervisor what is wanted and waits until it is so. Throws when no stack runs from this folder, or it fails. */
export async function requestScale(
  dir: string,
  wanted: ScaleRequest,
  id: string,
  patience: number,
): Promise<ScaleProgress> {
  const files = dataFiles(dir)
  const holder = lockHolder(files.lock)
  if (holder === null || readProcesses(dir) === null)
    throw new Error(
      'no stack runs from this clone: npm start; elsewhere start and stop processes with --role',
    )
  writePrivateJson(files.scaleRequest, { id, wanted })
  process.kill(holder.pid, 'SIGUSR2')
  for (const end = performance.now() + patience; performance.now() < end;) {
    const progress = readProcesses(dir)
    if (progress?.id === id && progress.done) {
      if (progress.problem !== null) throw new Error(progress.problem)
      return progress
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(
    `not done after ${Math.round(patience / 1_000)} s; the supervisor goes on, see \`npm run cli -- status\``,
  )
}

/** Processes under the supervisor of this folder; null when none runs. */
export function readProcesses(dir: string): ScaleProgress | null {
  return lockHolder(dataFiles(dir).lock) === null ? null : read(dataFiles(dir).processes, ProgressFile)
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
