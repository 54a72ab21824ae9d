import { existsSync, renameSync, statSync, writeSync } from 'node:fs'
import pino from 'pino'
import { ApiError } from '../../schemas/base/errors.js'
import type { Log } from '../../schemas/base/log.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Config } from '../config/config.js'
import { outageLog } from './outage-log.js'
import type { OutageLog } from './outage-log.js'
import { reasonOf } from './server-failure.js'

/** Fields that never reach a log, at the top level and one below. */
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
  // What is on a ticket, and pages that let anybody with the address act for the traveller.
  'ticket_barcode',
  'checkin_url',
  'change_url',
  'cancel_url',
]
const MAX_LOG_BYTES = 64 * 2 ** 20
/** Bytes of lines that are kept while they cannot be written; later lines are dropped. */
const MAX_BUFFERED_BYTES = 2 ** 20
const STDERR = 2

type LogSettings = Pick<Config, 'LOG_LEVEL' | 'LOG_FILE'>

/**
 * Structured log lines, one JSON object each, to LOG_FILE (warnings then also to stderr) or stdout, with one
 * line for one cause (outage-log.ts). Errors in the fields `error` and `err` are logged with their stack and
 * causes; in the field `cause` too, and then always: it is why the process ends. Throws if LOG_FILE cannot be
 * created.
 */
export function makeLog(config: LogSettings, role: string): OutageLog {
  const options = loggerOptions(config.LOG_LEVEL, role)
  if (config.LOG_FILE === '') return outageLog(pino(options, logDestination(1)))
  const level = config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL
  return outageLog(
    pino(
      options,
      pino.multistream([
        { level, stream: logDestination(config.LOG_FILE) },
        { level: level === 'error' ? 'error' : 'warn', stream: logDestination(STDERR) },
      ]),
    ),
  )
}

/** Lines at level info to LOG_FILE or stdout, whatever LOG_LEVEL says. */
export function makeAccessLog({ LOG_FILE: file }: LogSettings, role: string): Log['info'] {
  const log = pino(loggerOptions('info', role), logDestination(file === '' ? 1 : file))
  return log.info.bind(log)
}

function loggerOptions(level: string, role: string): pino.LoggerOptions {
  return {
    level,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: loggedError, err: loggedError, cause: loggedError },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) =>
        field === 'code' ? [`query.${field}`, `body.${field}`] : [field, `*.${field}`],
      ),
      censor: '***',
    },
  }
}

/** A refused request is no defect: it is logged without its stack, and so is what led to it. */
function loggedError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code === 'server_error')
    return pino.stdSerializers.errWithCause(error as Error)
  const { code, message, cause } = error
  return {
    code,
    message,
    ...(error instanceof PublishError ? { reason: error.reason } : {}),
    ...(cause === undefined ? {} : { cause: cause instanceof Error ? reasonOf(cause) : cause }),
  }
}

/**
 * A file or a file descriptor as a destination. If it cannot be written (a full disk, for example), lines are
 * buffered and then dropped, but the caller never fails. The first failure is reported on stderr.
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
  let isFailing = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isFailing || to === STDERR) return
    isFailing = true
    writeToStderr(`The log cannot be written: ${error.message}\n`)
  })
  stream.on('write', () => {
    isFailing = false
  })
  // Each dropped line triggers another attempt to write the buffered ones; nothing else would.
  stream.on('drop', () => {
    stream.flush()
  })
  return stream
}

function writeToStderr(text: string): void {
  try {
    writeSync(STDERR, text)
  } catch {
    // There is no other place to report it.
  }
}

/** Renames a log file that has grown beyond 64 MiB, replacing the one renamed before. */
export function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
}
