/**
 * A log with one line for one cause. A failing server is met by every loop and every request of a process:
 * the first of them writes that the server is unavailable, and once it has answered again and nobody has
 * failed for a moment, a second line says how long that took. Any other warning that comes with an error is
 * written once; repeats are counted until there has been none for ten seconds, and the count is written then.
 */
import type { Log } from '../../schemas/base/log.js'
import { failedServer, reasonOf } from './server-failure.js'
import type { Server } from './server-failure.js'

type Fields = Record<string, unknown>
type Level = 'warn' | 'error'

export interface OutageLog extends Log {
  /**
   * Says how to ask a server whether it answers; called twice a second while it is unavailable. The probe
   * must end by itself. Without one, a server counts as available after ten seconds without a failure.
   */
  watch: (server: Server, probe: () => Promise<unknown>) => void
}

export interface OutageLogSettings {
  /** Shortest time between two first lines of one cause, milliseconds. */
  repeatMs?: number
  /** How long a server must have answered without a failure, milliseconds. */
  quietMs?: number
  tickMs?: number
}

interface Episode {
  server: Server | null
  level: Level
  /** What the last line says, when it is not about a server. */
  message: string
  fields: Fields
  startedAt: number
  lastAt: number
  /** When the server answered again; null while it does not. */
  answeredAt: number | null
  failures: number
  isProbing: boolean
}

/** Fields that tell two warnings with the same message apart. */
const IDENTITY = ['callback', 'event', 'member', 'source', 'what', 'channel', 'server', 'process', 'subject']

const REPEAT_MS = 10_000
/** Longer than any loop waits before it tries again: a disk that is full answers, and still refuses work. */
const QUIET_MS = 6_000
const TICK_MS = 500
const SECOND = 1_000

/** `base` writes the lines. Debug and info lines, and lines without an error, pass unchanged. */
export function outageLog(base: Log, settings: OutageLogSettings = {}): OutageLog {
  const episodes = new Episodes(base, settings)
  const write =
    (level: Level) =>
    (fields: Fields, message: string): void => {
      episodes.write(level, fields, message)
    }
  return {
    debug: base.debug.bind(base),
    info: base.info.bind(base),
    warn: write('warn'),
    error: write('error'),
    watch: (server, probe) => {
      episodes.probes.set(server, probe)
    },
  }
}

class Episodes {
  readonly probes = new Map<Server, () => Promise<unknown>>()
  private readonly open = new Map<string, Episode>()
  private readonly base: Log
  private readonly repeatMs: number
  private readonly quietMs: number
  private readonly tickMs: number
  private timer: NodeJS.Timeout | null = null

  constructor(base: Log, settings: OutageLogSettings) {
    this.base = base
    this.repeatMs = settings.repeatMs ?? REPEAT_MS
    this.quietMs = settings.quietMs ?? QUIET_MS
    this.tickMs = settings.tickMs ?? TICK_MS
  }

  write(level: Level, fields: Fields, message: string): void {
    const cause = fields['error'] ?? fields['err']
    const server = failedServer(cause)
    // A failed request keeps its line: the client was given its id to report it.
    const isUnique = cause === undefined || (level === 'error' && fields['request'] !== undefined)
    if (server === null && isUnique) {
      this.base[level](fields, message)
      return
    }
    const key = server ?? causeKey(fields, message, cause)
    const episode = this.open.get(key)
    if (episode === undefined) this.begin(key, { server, level, fields, message }, cause)
    else {
      episode.failures += 1
      episode.lastAt = performance.now()
      episode.answeredAt = null
    }
  }

  private begin(
    key: string,
    line: Pick<Episode, 'server' | 'level' | 'fields' | 'message'>,
    cause: unknown,
  ): void {
    const { server, level, fields, message } = line
    if (server === null) this.base[level](fields, message)
    else this.base.warn({ server, reason: reasonOf(cause), during: message }, `${server} unavailable`)
    const now = performance.now()
    this.open.set(key, {
      ...line,
      startedAt: now,
      lastAt: now,
      answeredAt: null,
      failures: 1,
      isProbing: false,
    })
    this.timer ??= setInterval(() => {
      this.tick()
    }, this.tickMs)
    this.timer.unref()
  }

  private tick(): void {
    const now = performance.now()
    for (const [key, episode] of this.open) {
      if (episode.server !== null) this.probe(episode, episode.server)
      if (!this.isOver(episode, now)) continue
      this.open.delete(key)
      this.end(episode)
    }
    if (this.open.size > 0 || this.timer === null) return
    clearInterval(this.timer)
    this.timer = null
  }

  /** Asks an unavailable server; a failure reported meanwhile is newer than its answer. */
  private probe(episode: Episode, server: Server): void {
    const probe = this.probes.get(server)
    if (probe === undefined || episode.isProbing || episode.answeredAt !== null) return
    episode.isProbing = true
    const startedAt = performance.now()
    probe()
      .then(
        () => {
          if (episode.lastAt <= startedAt) episode.answeredAt = performance.now()
        },
        () => {
          episode.lastAt = performance.now()
        },
      )
      .finally(() => {
        episode.isProbing = false
      })
  }

  private isOver({ server, startedAt, lastAt, answeredAt }: Episode, now: number): boolean {
    if (server === null || !this.probes.has(server)) return now - lastAt >= this.repeatMs
    return answeredAt !== null && now - answeredAt >= this.quietMs && now - startedAt >= this.repeatMs
  }

  private end({ server, level, message, fields, failures, ...times }: Episode): void {
    const seconds = Math.round(((times.answeredAt ?? times.lastAt) - times.startedAt) / (SECOND / 10)) / 10
    if (server !== null) this.base.warn({ server, seconds, failures }, `${server} available again`)
    else if (failures > 1)
      this.base[level]({ ...identityOf(fields), seconds, failures }, `no longer repeated: ${message}`)
  }
}

function causeKey(fields: Fields, message: string, cause: unknown): string {
  // Numbers in a reason are counts and durations: they do not make another cause.
  const reason = `${reasonOf(cause)} ${String(fields['reason'] ?? '')}`.replaceAll(/\d+/g, '#')
  return JSON.stringify([message, reason, identityOf(fields)])
}

function identityOf(fields: Fields): Fields {
  return Object.fromEntries(IDENTITY.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}
