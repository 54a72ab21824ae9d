/** Files through which a running stack tells other commands of the same clone how to reach it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { asEnvironment, readConfig } from '../config/config.js'
import type { Config } from '../config/config.js'
import { dataFiles } from '../config/paths.js'
import { lockHolder } from './lock.js'

/** The demo application and member, which exist only on embedded servers. */
export interface DemoAccess {
  client_id: string
  client_secret: string
  member_id: string
  member_token: string
  /** To sign in as the demo member on the pages. */
  member_email: string
  member_password: string
  /** To sign in as the developer of the application in the console; missing if an older release created it. */
  developer_email?: string
  developer_password?: string
}

/** The content of `.tripfold/ready.json`, for scripts. */
export interface ReadyFile extends Partial<DemoAccess> {
  base_url: string
  auth_url: string
  ops_url: string
  ca_file: string
}

/** Whether the stack has a demo application and member. */
export function hasDemo(ready: ReadyFile): ready is ReadyFile & DemoAccess {
  return ready.member_token !== undefined
}

/**
 * Settings of the stack that runs from this data directory, with the embedded servers filled in; null if none
 * runs.
 */
export function readRunConfig(dataDir: string): Config | null {
  const files = dataFiles(dataDir)
  if (lockHolder(files.lock) === null || !existsSync(files.run)) return null
  return readConfig(JSON.parse(readFileSync(files.run, 'utf8')) as Record<string, string>)
}

/** The ready file of the stack that runs from this data directory; null while none is ready. */
export function readReadyFile(dataDir: string): ReadyFile | null {
  const files = dataFiles(dataDir)
  if (lockHolder(files.lock) === null || !existsSync(files.ready)) return null
  return JSON.parse(readFileSync(files.ready, 'utf8')) as ReadyFile
}

/** Saves the settings of the running stack for other commands of the same clone. */
export function writeRunConfig(dataDir: string, config: Config): void {
  writePrivateJson(dataFiles(dataDir).run, asEnvironment(config))
}

/** Writes the files that the printed first command sends. `batch` is the body of POST /v2/segments. */
export function writeFirstRequest(dataDir: string, { member_token }: DemoAccess, batch: unknown): void {
  const files = dataFiles(dataDir)
  const headers = `Authorization: Bearer ${member_token}\nContent-Type: application/json\n`
  writePrivate(files.demoHeaders, headers)
  writePrivateJson(files.firstBatch, batch)
}

/** Writes JSON that only the owner may read. The file is never incomplete. */
export function writePrivateJson(file: string, content: unknown): void {
  writePrivate(file, `${JSON.stringify(content, null, 2)}\n`)
}

function writePrivate(file: string, text: string): void {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, text, { mode: 0o600 })
  renameSync(partial, file)
}
