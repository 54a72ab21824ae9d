import type { Registry } from 'prom-client'
import type { Log } from '../../schemas/base/log.js'
import type { Config } from '../config/config.js'

export const ROLES = ['api', 'fold', 'deliver'] as const
export type RoleName = (typeof ROLES)[number]

export interface RoleContext {
  config: Config
  log: Log
  /** Name of this process among all: letters, digits, hyphens; never used twice. */
  worker: string
  /** What the role measures goes here. */
  registry: Registry
  /** Ends the process: something it cannot live without is lost. */
  fail: (why: string) => void
}

export interface RunningRole {
  /** What was looked at, each `ok` or what is wrong in a few words. */
  checks: () => Promise<Record<string, string>>
  /** Finishes what is under way and lets everything go; well under 30 s. */
  stop: () => Promise<void>
}

export type StartRole = (context: RoleContext) => Promise<RunningRole>

/** Whether everything looked at is in order. */
export function allOk(checks: Record<string, string>): boolean {
  return Object.values(checks).every((check) => check === 'ok')
}

/** How long a role waits for an answer of Postgres, milliseconds: longer than a statement may take there (db/pg/role-limits.ts). */
export const DATABASE_TIMEOUT_MS = 15_000
