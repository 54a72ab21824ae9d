import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { asEnvironment, readConfig } from './config.js'
import type { Config } from './config.js'
import { holderOf } from './lock.js'
import { runFiles } from './paths.js'

/** What scripts are told of a running stack: `.tripfold/ready.json`. */
export interface Ready {
  base_url: string
  auth_url: string
  ops_url: string
  ca_file: string
  client_id: string
  client_secret: string
  member_id: string
  member_token: string
  /** To sign in as the demo member on the pages. */
  member_email: string
  member_password: string
}

/** Settings of the stack that runs from this data folder, its embedded servers filled in; null when none runs. */
export function runningConfig(dataDir: string): Config | null {
  const files = runFiles(dataDir)
  if (holderOf(files.lock) === null || !existsSync(files.run)) return null
  return readConfig(JSON.parse(readFileSync(files.run, 'utf8')) as Record<string, string>)
}

/** What is told of the stack that runs from this data folder; null while none is ready. */
export function readyFacts(dataDir: string): Ready | null {
  const files = runFiles(dataDir)
  if (holderOf(files.lock) === null || !existsSync(files.ready)) return null
  return JSON.parse(readFileSync(files.ready, 'utf8')) as Ready
}

/** Leaves the settings of a running stack to other commands of the same clone. */
export function noteRunning(dataDir: string, config: Config): void {
  writeSecret(runFiles(dataDir).run, asEnvironment(config))
}

/** Writes JSON that only the owner may read; it appears whole or not at all. */
export function writeSecret(file: string, content: unknown): void {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, file)
}
