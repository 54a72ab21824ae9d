/** `cli listen`: webhooks of an application on a port of this machine, without an address on the internet. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { encodeSecret, parseSecret } from '../../../actors/delivery/webhook-signature.js'
import type { RequestTemplate } from '../../../workers/deliver/send/signed-request.js'
import { loadConfig } from '../../config/config.js'
import { readReadyFile } from '../../stack/ready-file.js'
import { UsageError } from '../command.js'
import { eventPoll, ListenRefused } from '../listen/event-poll.js'
import type { EventSource } from '../listen/event-poll.js'
import { forwardEvent } from '../listen/forward-event.js'

const POLL_MS = 1_000
const RETRY_MS = 5_000

interface ListenOptions {
  url: string
  source: EventSource
  secret: string
}

export const listen = {
  usage: [
    [
      'listen URL|PORT [--client CLIENT_ID --client-secret-file FILE] [--types TYPE,TYPE] [--since TIME] [--secret whsec_...] [--api URL]',
      'forward the events of an application to a receiver on this machine, signed like webhooks, until Ctrl-C. ' +
        'Without --client, of the demo application. A refused event is shown and not repeated. --since also sends events ' +
        'from a time such as 2027-01-20T09:00:00Z on; --api reads another service than the one of this clone',
    ],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    const { url, source, secret } = readOptions(args)
    const template: RequestTemplate = {
      secrets: [parseSecret(secret)],
      secondUntil: null,
      further: [],
      thinBaseUrl: null,
    }
    console.log(`signing secret  ${secret}`)
    const stopping = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stopping.abort()
      })
    return await forwardAll({ url, source, template, signal: stopping.signal })
  },
}

async function forwardAll(options: {
  url: string
  source: EventSource
  template: RequestTemplate
  signal: AbortSignal
}): Promise<number> {
  const { url, source, template, signal } = options
  const poll = eventPoll(source)
  let isListening = false
  try {
    while (!signal.aborted) {
      try {
        const events = await poll.next()
        if (!isListening) console.log(`Events of ${source.clientId} go to ${url}; Ctrl-C stops.`)
        isListening = true
        for (const event of events) {
          const startedAt = performance.now()
          const outcome = await forwardEvent(url, event, template)
          const ms = Math.round(performance.now() - startedAt)
          console.log(`${new Date().toISOString()}  ${event.type}  ${event.id}  ${outcome}  ${ms} ms`)
        }
        await pause(POLL_MS, signal)
      } catch (error) {
        if (error instanceof ListenRefused) {
          console.error(`The service refuses: ${error.message}`)
          return 1
        }
        console.error(`The event log cannot be read: ${String(error)}. Trying again.`)
        await pause(RETRY_MS, signal)
      }
    }
    return 0
  } finally {
    await poll.close()
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    // Stopped: the loop ends.
  })
}

function readOptions(args: string[]): ListenOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      client: { type: 'string' },
      'client-secret-file': { type: 'string' },
      types: { type: 'string' },
      since: { type: 'string' },
      secret: { type: 'string' },
      api: { type: 'string' },
    },
  })
  const [target = '', ...surplus] = positionals
  if (target === '' || surplus.length > 0) throw new UsageError('"listen" requires one URL or PORT.')
  return {
    url: receiverUrl(target),
    secret: signingSecret(values.secret),
    source: {
      ...application(values.client, values['client-secret-file']),
      ...service(values.api),
      types: values.types === undefined ? null : values.types.split(','),
      since: values.since ?? new Date().toISOString(),
    },
  }
}

function receiverUrl(target: string): string {
  const url = /^\d{1,5}$/.test(target) ? `http://127.0.0.1:${target}/` : target
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `"${target}" is neither a port nor an http address, such as 3000 or http://127.0.0.1:3000/hooks.`,
    )
  return url
}

function signingSecret(given: string | undefined): string {
  if (given === undefined) return encodeSecret(randomBytes(32))
  try {
    parseSecret(given)
    return given
  } catch {
    throw new UsageError('--secret must be whsec_ followed by base64, as the console shows it.')
  }
}

function service(api: string | undefined): Pick<EventSource, 'baseUrl' | 'authUrl' | 'ca'> {
  if (api !== undefined) return { baseUrl: api.replace(/\/$/, ''), authUrl: api.replace(/\/$/, ''), ca: null }
  const ready = readReadyFile(loadConfig().DATA_DIR)
  if (ready === null)
    throw new UsageError('No stack is running here. Start one with npm start, or name a service with --api.')
  return { baseUrl: ready.base_url, authUrl: ready.auth_url, ca: readFileSync(ready.ca_file, 'utf8') }
}

function application(
  clientId: string | undefined,
  secretFile: string | undefined,
): Pick<EventSource, 'clientId' | 'clientSecret'> {
  if (clientId !== undefined) {
    if (secretFile === undefined) throw new UsageError('--client requires --client-secret-file.')
    return { clientId, clientSecret: readFileSync(secretFile, 'utf8').trim() }
  }
  const ready = readReadyFile(loadConfig().DATA_DIR)
  if (ready?.client_id === undefined || ready.client_secret === undefined)
    throw new UsageError('--client is required: there is no demo application here.')
  return { clientId: ready.client_id, clientSecret: ready.client_secret }
}
