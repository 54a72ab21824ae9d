import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What the servers of a run hold at most, with room to spare. */
const MIN_FREE_BYTES = 6 * 2 ** 30

let base: string | null = null

/**
 * A new folder for the data of a test's servers: in memory where the machine has enough, because a third of a
 * run's time is waiting for fsync otherwise; else among the temporary files. The caller removes it.
 */
export function serverFolder(prefix: string): string {
  base ??= hasRoom(MEMORY) && runsPrograms(MEMORY) ? MEMORY : tmpdir()
  return mkdtempSync(join(base, prefix))
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const disk = statfsSync(folder)
  return disk.bavail * disk.bsize >= MIN_FREE_BYTES
}

/** Servers may be started from a copy in the folder, which containers often mount without that right. */
function runsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'tripfold-probe-'))
  const program = join(own, 'probe')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(own, { recursive: true })
  return status === 0
}
