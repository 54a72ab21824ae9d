import { existsSync, renameSync, statSync, writeSync } from 'node:fs'
import pino from 'pino'
import type { Log } from '../../schemas/base/log.js'
import type { Config } from '../config/config.js'

/** Fields that never reach a log, at the top and one level below. */
const SECRET_FIELDS = [
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'authorization',
  'cookie',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'code',
  'connectionString',
]
const LARGEST_LOG_BYTES = 64 * 2 ** 20
/** Lines that wait while they cannot be written; what comes then is left out. */
const MAX_BUFFERED_BYTES = 2 ** 20
const STDERR = 2

/**
 * Structured log lines, one JSON object each, to LOG_FILE (warnings then also to stderr) or stdout. Errors come under `error`
 * or `err` with their stack and causes.
 */
export function makeLog(config: Pick<Config, 'LOG_LEVEL' | 'LOG_FILE'>, role: string): Log {
  const options: pino.LoggerOptions = {
    level: config.LOG_LEVEL,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.errWithCause, err: pino.stdSerializers.errWithCause },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) =>
        field === 'code' ? [`query.${field}`, `body.${field}`] : [field, `*.${field}`],
      ),
      censor: '***',
    },
  }
  if (config.LOG_FILE === '') return pino(options, logDestination(1))
  const level = config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL
  return pino(
    options,
    pino.multistream([
      { level, stream: logDestination(config.LOG_FILE) },
      { level: level === 'error' ? 'error' : 'warn', stream: logDestination(STDERR) },
    ]),
  )
}

/**
 * Where lines go: a file or one of the process's own streams. One that takes nothing (a full disk, say) costs lines, never what
 * is logged about: the first of its failures is told on stderr, and lines are written again when it takes them.
 */
export function logDestination(to: string | number): pino.DestinationStream {
  const stream = pino.destination({
    dest: to,
    sync: true,
    mode: 0o600,
    append: true,
    minLength: 1,
    maxLength: MAX_BUFFERED_BYTES,
  })
  let failing = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (failing || to === STDERR) return
    failing = true
    writeToStderr(`the log cannot be written: ${error.message}\n`)
  })
  stream.on('write', () => {
    failing = false
  })
  // A line that is left out tries for the ones that wait, or nothing would ever be written again.
  stream.on('drop', () => {
    stream.flush()
  })
  return stream
}

function writeToStderr(words: string): void {
  try {
    writeSync(STDERR, words)
  } catch {
    // Nobody is left to be told.
  }
}

/** Puts a log file that has grown large aside, in place of the one put aside before. */
export function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > LARGEST_LOG_BYTES) renameSync(file, `${file}.1`)
}
