/** One attempt as undici reports it. */
import { errors } from 'undici'
import type { Dispatcher } from 'undici'
import type { AttemptResult, ErrorClass } from '../../../actors/delivery/attempt-result.js'
import type { Deadlines } from './deadlines.js'
import { ConnectError } from './connect-error.js'

/** Most bytes of a response body that are read and kept. */
const EXCERPT_BYTES = 16_384

/** The rest of a response, or a late response, is not needed. */
const RESPONSE_NOT_NEEDED = new Error('the response is not needed any more')

export interface SentAttempt {
  result: AttemptResult
  /** The address that was connected to; null if there was no connection. */
  address: string | null
  /** The start of the response body; null for a refused target. */
  excerpt: string | null
}

/** The first end counts: response complete, enough of it read, failure, or timeout. */
export class AttemptHandler implements Dispatcher.DispatchHandler {
  private readonly connection: { address: string | null }
  private readonly onSent: (sent: SentAttempt) => void
  private readonly startedAt = performance.now()
  private readonly cancelTimeout: () => void
  private controller: Dispatcher.DispatchController | null = null
  private response: AttemptResult | null = null
  private chunks: Buffer[] | null = null
  private size = 0
  private ended = false

  /** `connection.address` is the address of the callback's connections. */
  constructor(
    connection: { address: string | null },
    timeouts: Deadlines,
    timeoutMs: number,
    onSent: (sent: SentAttempt) => void,
  ) {
    this.connection = connection
    this.onSent = onSent
    this.cancelTimeout = timeouts.add(timeoutMs, () => {
      this.end('timeout')
      this.controller?.abort(RESPONSE_NOT_NEEDED)
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.ended) controller.abort(RESPONSE_NOT_NEEDED)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim responses (RFC 9110 15.2) do not decide the outcome.
    if (status < 200) return
    this.response = {
      is: 'answered',
      status,
      retryAfter: headerText(headers['retry-after']),
      directive: headerText(headers['webhook-delivery']),
      ms: this.elapsedMs(),
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks ??= []
    this.chunks.push(chunk)
    this.size += chunk.length
    if (this.size < EXCERPT_BYTES) return
    this.end('reset')
    controller.abort(RESPONSE_NOT_NEEDED)
  }

  onResponseEnd(): void {
    this.end('reset')
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(errorClass(error))
  }

  private elapsedMs(): number {
    return Math.round(performance.now() - this.startedAt)
  }

  /** Once the status is known, whatever goes wrong with the body changes nothing. */
  private end(failure: ErrorClass): void {
    if (this.ended) return
    this.ended = true
    this.cancelTimeout()
    const sent = this.result(failure)
    try {
      this.onSent(sent)
    } catch (error) {
      // undici would treat it as an error of the request and swallow it.
      queueMicrotask(() => {
        throw error
      })
    }
  }

  private result(failure: ErrorClass): SentAttempt {
    const { response } = this
    const { address } = this.connection
    if (response !== null) return { result: response, address, excerpt: excerptOf(this.chunks) }
    return {
      result: { is: 'failed', error: failure, ms: this.elapsedMs() },
      address: failure === 'refused' ? null : address,
      excerpt: null,
    }
  }
}

function headerText(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}

/** The first bytes of the body as text without NUL, which Postgres text cannot hold. */
function excerptOf(chunks: Buffer[] | null): string | null {
  if (chunks === null) return null
  const start = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES)
  return start.toString('utf8').replaceAll('\u0000', '\uFFFD')
}

function errorClass(error: unknown): ErrorClass {
  if (error instanceof ConnectError) return error.error
  const isProtocolError =
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.ResponseContentLengthMismatchError
  return isProtocolError ? 'protocol' : 'reset'
}
