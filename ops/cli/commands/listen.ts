/** `cli listen`: webhooks of an application on a port of this machine, without an address on the internet. */
import { randomBytes } from 'node:crypto'
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings'
import { encodeSecret, parseSecret } from '../../../actors/delivery/webhook-signature.js'
import { createClient } from '../../../api/client/src/client.js'
import type { Client } from '../../../api/client/src/client.js'
import { TripfoldError } from '../../../api/client/src/errors.js'
import type { Event, ListEventsQuery } from '../../../api/client/src/generated/types.js'
import type { RequestTemplate } from '../../../workers/deliver/send/signed-request.js'
import { pause } from '../../../workers/lib/backoff.js'
import { Refused, UsageError } from '../answer.js'
import type { CliContext } from '../context.js'
import { forwardEvent } from '../listen/forward-event.js'
import type { Run } from '../run.js'
import { clientOf, demoApplication, readSecret, serviceAt, type Application } from '../service.js'
import { list } from '../values.js'

const POLL_MS = 1_000
const RETRY_MS = 5_000
const SILENCE_MS = 30_000
/** Events of one request. */
const PAGE = 100

/** Webhooks of an application, here. */
export function addListenCommand(program: Command, run: Run): void {
  program
    .command('listen')
    .description(
      'forward the events of an application to a receiver on this machine, signed like webhooks, until Ctrl-C; a refused event is shown and not repeated',
    )
    .argument('<URL|PORT>', '', receiverUrl)
    .option('--client <CLIENT_ID>', 'the application; by default the demo application')
    .option('--client-secret-file <FILE>', 'file with its client secret')
    .option('--types <TYPE,...>', 'only events of these types', list)
    .option('--since <TIME>', 'also send earlier events, from a time such as 2027-01-20T09:00:00Z')
    .option(
      '--secret <whsec_...>',
      'sign with this secret; by default one is made and printed',
      signingSecret,
    )
    .option('--api <URL>', 'read another service than the one of this clone')
    .action(
      run(async ({ emit }, url, options) => {
        const { client: clientId, clientSecretFile, types, since, api } = options
        const secret = options.secret ?? encodeSecret(randomBytes(32))
        const app = application(clientId, clientSecretFile)
        const client = createClient({ ...clientOf(serviceAt(api), SILENCE_MS), ...app, retries: 0 })
        const query: ListEventsQuery = {
          limit: PAGE,
          // The service rejects unknown types by name.
          type: types as ListEventsQuery['type'],
          since: since ?? new Date().toISOString(),
        }
        emit({ signing_secret: secret }, `signing secret  ${secret}`)
        const stopping = new AbortController()
        for (const signal of ['SIGINT', 'SIGTERM'] as const)
          process.once(signal, () => {
            stopping.abort()
          })
        const template: RequestTemplate = {
          secrets: [parseSecret(secret)],
          signingKeys: null,
          secondUntil: null,
          further: [],
          thinBaseUrl: null,
        }
        const greeting = `Events of ${app.clientId} go to ${url}; Ctrl-C stops.`
        await forwardAll({ url, client, query, template, greeting, signal: stopping.signal, emit })
      }),
    )
}

async function forwardAll(options: {
  url: string
  client: Client
  query: ListEventsQuery
  template: RequestTemplate
  /** What is printed once the events can be read. */
  greeting: string
  signal: AbortSignal
  emit: CliContext['emit']
}): Promise<void> {
  const { url, client, template, greeting, signal, emit } = options
  let { query } = options
  let isListening = false
  while (!signal.aborted) {
    try {
      for await (const { items, cursor } of client.events.list(query, { signal }).pages()) {
        if (!isListening) emit({ listening: url }, greeting)
        isListening = true
        for (const event of items) await forward(url, event, template, emit)
        if (cursor !== null) query = { ...query, since: undefined, cursor }
      }
      await pause(POLL_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw new Refused(`The service refuses: ${error.status} ${error.message}`)
      console.error(`The event log cannot be read: ${String(error)} Trying again.`)
      await pause(RETRY_MS, signal)
    }
  }
}

/** The service refused the application or the query: trying again would not help. */
const isFinal = (error: unknown): error is TripfoldError =>
  error instanceof TripfoldError && error.status < 500 && error.status !== 429

async function forward(
  url: string,
  event: Event,
  template: RequestTemplate,
  emit: CliContext['emit'],
): Promise<void> {
  const startedAt = performance.now()
  const outcome = await forwardEvent(url, event, template)
  const ms = Math.round(performance.now() - startedAt)
  const at = new Date().toISOString()
  emit(
    { at, type: event.type, id: event.id, outcome, ms },
    `${at}  ${event.type}  ${event.id}  ${outcome}  ${ms} ms`,
  )
}

function receiverUrl(target: string): string {
  const url = /^\d{1,5}$/.test(target) ? `http://127.0.0.1:${target}/` : target
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new InvalidArgumentError(
      'Give a port or an http address, such as 3000 or http://127.0.0.1:3000/hooks.',
    )
  return url
}

function signingSecret(given: string): string {
  try {
    parseSecret(given)
    return given
  } catch {
    throw new InvalidArgumentError('Give whsec_ followed by base64, as the console shows it.')
  }
}

function application(clientId: string | undefined, secretFile: string | undefined): Application {
  if (clientId !== undefined) {
    if (secretFile === undefined) throw new UsageError('--client requires --client-secret-file.')
    return { clientId, clientSecret: readSecret(secretFile) }
  }
  const demo = demoApplication()
  if (demo === null) throw new UsageError('--client is required: there is no demo application here.')
  return demo
}
