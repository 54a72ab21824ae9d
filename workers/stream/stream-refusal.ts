/** Reasons for which a broker creates no stream and never will with its present configuration. */
import { JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { errors } from 'nats'
import { reservedBytes, type StreamSettings } from './stream-configs.js'

/**
 * - `storage`: the server or the account has less left than the streams reserve.
 * - `stream_size`: the account allows no stream of that size.
 * - `stream_count`: the account may hold no more streams.
 * - `replicas`: replicas need a cluster, and this server is on its own.
 * - `disabled`: the server or the account has no JetStream.
 */
export type RefusalReason = 'storage' | 'stream_size' | 'stream_count' | 'replicas' | 'disabled'

/** What an account may store and what its streams reserve of that, in bytes. */
export interface AccountStorage {
  limit: number
  reserved: number
}

/** The broker does not create the streams; `message` is its own explanation. */
export class StreamsRefused extends Error {
  readonly code = 'streams_refused'
  readonly reason: RefusalReason
  /** Bytes that all streams together reserve on each of `replicas` servers. */
  readonly bytes: number
  readonly replicas: number
  /** Null if the account has no limit, or none that it tells: then that of the server is reached. */
  readonly account: AccountStorage | null

  constructor(
    reason: RefusalReason,
    settings: StreamSettings,
    account: AccountStorage | null,
    cause: JetStreamApiError,
  ) {
    super(cause.message, { cause })
    this.reason = reason
    this.bytes = reservedBytes(settings)
    this.replicas = settings.replicas
    this.account = account
  }
}

/** Error codes of the server (nats-server errors.json). */
const REASONS = new Map<number, RefusalReason>([
  [10_002, 'storage'],
  [10_023, 'storage'],
  [10_047, 'storage'],
  [10_122, 'stream_size'],
  [10_027, 'stream_count'],
  [10_074, 'replicas'],
  [10_039, 'disabled'],
  [10_076, 'disabled'],
])

/** A cluster names all reasons why it finds no servers under one code; others, such as one that is away, pass. */
const NO_PEERS = 10_005

/** Why the broker refuses the streams for good; null if the error is of another kind. */
export function refusalReason(error: unknown): RefusalReason | null {
  if (!(error instanceof JetStreamApiError)) return null
  if (error.code === NO_PEERS) return /insufficient storage/.test(error.message) ? 'storage' : null
  return REASONS.get(error.code) ?? null
}

/** Whether the user of the connection may not do what failed. */
export function isNotPermitted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof errors.PermissionViolationError || isNotPermitted(error.cause)
}

/** Null if the account has no limit, or if the broker does not tell it. */
export async function accountStorage(
  jsm: JetStreamManager,
  replicas: number,
): Promise<AccountStorage | null> {
  try {
    const account = await jsm.getAccountInfo()
    const { limits, storage, reserved_storage: reserved } = account.tiers?.[`R${replicas}`] ?? account
    return limits.max_storage > 0
      ? { limit: limits.max_storage, reserved: Math.max(reserved, storage) }
      : null
  } catch (error) {
    // It only explains the refusal, which is reported without it.
    if (error instanceof Error) return null
    throw error
  }
}
