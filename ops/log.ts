import { existsSync, renameSync, statSync } from 'node:fs'
import pino from 'pino'
import type { Log } from '../schemas/log.js'
import type { Config } from './config.js'

/** Fields that never reach a log, at the top and one level below. */
const SECRET_FIELDS = ['password', 'secret', 'client_secret', 'clientSecret', 'authorization', 'cookie', 'token', 'access_token', 'accessToken', 'refresh_token', 'refreshToken', 'code', 'connectionString']
const LARGEST_LOG_BYTES = 64 * 2 ** 20

/**
 * Structured log lines, one JSON object each, to LOG_FILE (warnings then also to stderr) or stdout. Errors come under `error`
 * or `err` with their stack and causes.
 */
export function makeLog (config: Pick<Config, 'LOG_LEVEL' | 'LOG_FILE'>, role: string): Log {
  const options: pino.LoggerOptions = {
    level: config.LOG_LEVEL,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.errWithCause, err: pino.stdSerializers.errWithCause },
    redact: { paths: SECRET_FIELDS.flatMap(field => field === 'code' ? [`query.${field}`, `body.${field}`] : [field, `*.${field}`]), censor: '***' }
  }
  if (config.LOG_FILE === '') return pino(options, pino.destination({ fd: 1, sync: true }))
  const level = config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL
  return pino(options, pino.multistream([
    { level, stream: pino.destination({ dest: config.LOG_FILE, sync: true, mode: 0o600, append: true }) },
    { level: level === 'error' ? 'error' : 'warn', stream: pino.destination({ fd: 2, sync: true }) }
  ]))
}

/** Puts a log file that has grown large aside, in place of the one put aside before. */
export function turnLog (file: string): void {
  if (existsSync(file) && statSync(file).size > LARGEST_LOG_BYTES) renameSync(file, `${file}.1`)
}
