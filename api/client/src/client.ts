/** The client: one group of calls per resource. How each call is sent stands in a table from the API document. */
import { tokenSource } from './credentials.js'
import { feedSender } from './feed.js'
import type { SendFeed } from './feed.js'
import { CALLS } from './generated/calls.js'
import type { AcceptedBatch, Batch, Calls } from './generated/types.js'
import type { CallOptions, ClientOptions } from './options.js'
import { Pages } from './pages.js'
import type { Submitted, Written } from './results.js'
import { addressOf, transport } from './transport.js'
import type { Call, CallShape, Transport } from './transport.js'

export interface Client extends Calls {
  /** For applications with the feed role: lines go out as they come, and answers come in the same order. */
  feed: SendFeed
}

/** Makes a client. It holds no connection, and may be kept for as long as the process runs. */
export function createClient(options: ClientOptions): Client {
  const credentials = tokenSource(options)
  const send = transport(options, credentials)
  const groups: Record<string, Record<string, unknown>> = {}
  for (const [name, shape] of Object.entries(CALLS)) {
    const [group, verb] = name.split('.') as [string, string]
    groups[group] = {
      ...groups[group],
      [verb]: (...given: unknown[]) => gives(callOf(shape, given), send, options),
    }
  }
  return { ...(groups as unknown as Calls), feed: feedSender(options, credentials) }
}

/** A call from the arguments of its method: those of the path, the body, the query, the options. */
function callOf(shape: CallShape, given: unknown[]): Call {
  const rest = [...given]
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(rest.shift(), name))
  return {
    shape,
    path,
    body: shape.body === undefined ? undefined : (rest.shift() ?? {}),
    query: shape.query === true ? (rest.shift() as object | undefined) : undefined,
    options: rest.shift() as CallOptions | undefined,
  }
}

/** A value in a path. Empty ones and dots would make another path of it. */
function segmentOf(value: unknown, name: string): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot be used as ${name}.`)
  return encodeURIComponent(text)
}

function gives(call: Call, send: Transport, options: ClientOptions): unknown {
  switch (call.shape.gives) {
    case 'address':
      return addressOf(options, call)
    case 'pages':
      return new Pages(send, call)
    case 'write':
      return written(send, call)
    case 'batch':
      return submitted(send, call)
    default:
      return send(call).then(({ body }) => body)
  }
}

async function written<T>(send: Transport, call: Call): Promise<Written<T>> {
  const { status, headers, body } = await send<unknown>(call)
  return status === 202
    ? { pending: true, batch: body as Batch }
    : { pending: false, resource: body as T, etag: headers.get('etag') }
}

async function submitted(send: Transport, call: Call): Promise<Submitted> {
  const { headers, body } = await send<AcceptedBatch>(call)
  return { accepted: body, batchId: headers.get('location')?.split('/').at(-1) ?? '' }
}
