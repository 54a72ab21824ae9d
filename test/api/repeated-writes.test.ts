/**
 * Every write twice (contract.md 5.1): whatever the first request was answered, a second one leaves what can be
 * read as one leaves it. The operations are those of the OpenAPI document.
 */
import { request as httpRequest } from 'node:http'
import t from 'tap'
import { OPERATIONS } from '../../api/routes/operations.js'
import { WEBHOOK_OPERATIONS } from '../../api/routes/webhooks/webhook-routes.js'
import type { ApiDeps } from '../../api/ports/deps.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { secondIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import type { DocumentedOperation, OpenApiContract } from '../support/api/openapi-contract.js'
import type { HttpAnswer } from '../support/api/request.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'
import type { WebhookIngress } from '../support/api/webhook-ingress.js'
import { WRITE_CASES } from '../support/api/write-cases.js'
import type { WriteCase, WriteRequest } from '../support/api/write-cases.js'
import { newWorld } from '../support/api/write-world.js'
import type { World } from '../support/api/write-world.js'

t.setTimeout(300_000)

/** What may happen to the first request; what else the second one meets is a server that works. */
const FATES = ['answered', 'pending', 'unread', 'unknown', 'refused', 'cut'] as const
type Fate = (typeof FATES)[number]

/** What is written to Postgres at once meets no stream. */
const UNPUBLISHED: readonly Fate[] = ['answered', 'cut']
const isPublished = ({ path }: DocumentedOperation): boolean =>
  !/^\/v2\/(callbacks|events|calendar|documents)/.test(path)

/** Exceptions that reads do not show: no read has secrets, and what is queued twice before it was sent is sent once. */
const UNSEEN = new Set(['redeliverEvent', 'rotateCallbackSecret'])

/** There is no such account: to hear so, one has to wait for all that was sent before. */
const MARKER = '/v2/accounts/1'

/** A stack, and what is wrong with an answer by the document. */
interface Stack extends WebhookIngress {
  violation: OpenApiContract['violation']
}

/** Servers on the same stores, each with one thing that goes wrong after or before a message is on disk. */
async function serversOf(
  t: Parameters<typeof secondIngress>[0],
  ingress: Ingress,
): Promise<Record<Fate, Ingress>> {
  const { deps } = ingress
  const { publish, reads } = deps
  const withDeps = async (more: Partial<ApiDeps>): Promise<Ingress> =>
    await secondIngress(t, { ...ingress, deps: { ...deps, ...more } }, {})
  return {
    answered: ingress,
    cut: ingress,
    pending: await secondIngress(t, ingress, { settings: { writeWait: 0 } }),
    unread: await withDeps({
      reads: {
        ...reads,
        batches: {
          ...reads.batches,
          byId: async () => {
            throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
          },
        },
      },
    }),
    unknown: await withDeps({
      feedRetryMs: 0,
      publish: async (...message) => {
        await publish(...message)
        throw new PublishError('outcome_unknown')
      },
    }),
    refused: await withDeps({
      feedRetryMs: 0,
      publish: async () => {
        throw new PublishError('member_backlog')
      },
    }),
  }
}

/** Sends a request and closes the connection without reading an answer; resolves once it is accepted. */
async function sendAndCut(
  url: string,
  token: string,
  { path, method, body, raw, headers }: WriteRequest,
): Promise<void> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest(url + path, {
      method,
      headers: {
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${token}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    request.once('response', (response) => {
      response.destroy()
      resolve()
    })
    request.once('error', reject)
    request.end(sent)
  })
}

/** Everything that the member and the application can read, without the ids of raw segments, which a PUT replaces. */
async function everything({ ingress }: WebhookIngress, { member, asMember, asApp }: World): Promise<string> {
  // The messages of a member are folded in order: what was sent before this is on the itinerary after it.
  const marked = await asMember(MARKER, 'DELETE')
  if (marked.status !== 404) throw new Error(`marker: ${marked.status} ${marked.text}`)
  const since = 'since=2020-01-01T00:00:00Z&limit=100'
  const callbacks = (await asApp('/v2/callbacks')).json as Array<{ id: string }>
  const answers = await Promise.all([
    asMember(`/v2/trips?segments=1&${since}`),
    asMember(`/v2/segments?${since}`),
    asMember('/v2/accounts?status=Active,Paused,NeedsAttention,Removed'),
    asMember('/v2/me'),
    asMember('/v2/calendar-feeds'),
    asMember('/v2/documents'),
    ...callbacks.map(async ({ id }) => {
      const answer = await asApp(`/v2/callbacks/${id}`)
      // When it was last written, which a repeat does too.
      return { json: { ...(answer.json as Json), updated: null } }
    }),
  ])
  // The log of the API waits for transactions of other trials.
  const events = await ingress.database.pool.query(
    "select count(*) from logged_event where member_id = $1 and type ~ '^(trip|segment)[.]'",
    [member],
  )
  const deliveries = await Promise.all(
    callbacks.map(async ({ id }) => (await asApp(`/v2/callbacks/${id}/deliveries?limit=100`)).json as Json[]),
  )
  return JSON.stringify(
    [...answers.map(({ json }) => json), deliveries.map(queued), events.rows],
    (name, value: unknown) => (VOLATILE.has(name) ? undefined : value),
    1,
  )
}
type Json = Record<string, unknown>
const VOLATILE = new Set(['raw_id', 'received'])
const queued = (deliveries: Json[]): unknown =>
  deliveries.map(({ event_id: event, id, purpose }) => [event, id, purpose]).sort()

function difference(once: string, twice: string): string {
  const lines = new Set(once.split('\n'))
  return twice
    .split('\n')
    .filter((line) => !lines.has(line))
    .slice(0, 6)
    .join(' ')
}

interface Trial {
  operation: DocumentedOperation
  work: WriteCase
  fate: Fate
  /** With an Idempotency-Key. */
  keyed: boolean
}

const nameOf = ({ operation, fate, keyed }: Trial): string =>
  `${operation.id}, first ${fate}${keyed ? ', under a key' : ''}`

/** What is wrong after a request and its repeat; null: nothing. */
async function faultOf(
  stack: Stack,
  servers: Record<Fate, Ingress>,
  trial: Trial,
  no: number,
): Promise<string | null> {
  const { operation, work, fate, keyed } = trial
  const world = await newWorld(stack, `app-${no}`, [MARKER])
  const request = await work(world)
  const key: Record<string, string> = keyed ? { 'idempotency-key': 'k' } : {}
  const sent = { ...request, headers: { ...request.headers, ...key } }
  const token = operation.ways.some((way) => way.includes('memberToken'))
    ? world.tokens.member
    : world.tokens.app
  const { path, ...options } = sent
  const seen: HttpAnswer[] = []
  const send = async (at: Ingress): Promise<HttpAnswer> => {
    const answer = await at.request(path, { ...options, token })
    seen.push(answer)
    return answer
  }
  const before = fate === 'refused' ? await everything(stack, world) : null
  const first = fate === 'cut' ? await sendAndCut(stack.ingress.url, token, sent) : await send(servers[fate])
  const status = first?.status ?? 0
  if (fate === 'unread' && status === 503) return 'is answered 503 although it is on disk'
  let once = await everything(stack, world)
  // A feed is answered line by line.
  if (status === 429 || first?.text.includes('"status":429') === true) {
    if (once !== before) return `429, but it was done: ${difference(String(before), once)}`
    await send(servers.answered)
    once = await everything(stack, world)
  }
  const answers = await Promise.all([send(servers.answered), send(servers.answered)])
  for (const again of answers) {
    const isExpected = again.status < 500 && (!keyed || again.status !== 422)
    if (!isExpected) return `repeat answered ${again.status}: ${again.text}`
  }
  const twice = await everything(stack, world)
  const undocumented = seen.flatMap((answer) => stack.violation(operation, answer) ?? [])
  if (undocumented.length > 0) return undocumented.join()
  return once === twice
    ? null
    : `${status}, then ${answers.map((one) => one.status).join()}: ${difference(once, twice)}`
}

const REPEATS = new Map(
  [...OPERATIONS, ...WEBHOOK_OPERATIONS].map(({ declaration }) => [declaration.id, declaration.repeats]),
)
/** The sentence about repeats of an operation; undefined: a repeat changes nothing. */
const repeatWarning = (id: string): string | undefined => REPEATS.get(id)

t.test('every write of the document twice', async (t) => {
  const started = await startWebhookIngress(t, { fold: true })
  const servers = await serversOf(t, started.ingress)
  const document = (await started.ingress.request('/openapi.json')).json as {
    paths: Record<string, Record<string, Json>>
  }
  const { operations, violation } = openApiContract(document as unknown as Json)
  const writes = operations.filter(({ method }) => method !== 'GET')
  const seen = new Set<string>()
  const stack: Stack = {
    ...started,
    violation: (operation, answer) => {
      seen.add(`${operation.method} ${operation.template} ${answer.status}`)
      return violation(operation, answer)
    },
  }
  const isCopy = ({ path, template }: DocumentedOperation): boolean => path !== template
  t.same(
    writes.map(({ id }) => id).filter((id) => WRITE_CASES[id] === undefined),
    [],
    'every write has its case',
  )
  const takesKey = ({ parameters }: DocumentedOperation): boolean => parameters.includes('idempotency_key')
  for (const { id, method, template } of writes) {
    const { description } = document.paths[template]![method.toLowerCase()]! as { description: string }
    t.ok(description.includes(repeatWarning(id) ?? ''), `${id} says what a repeat does`)
  }

  const trials = writes.flatMap((operation, at): Trial[] => {
    const work = [WRITE_CASES[operation.id] ?? []].flat()
    const fates = isPublished(operation) ? FATES : UNPUBLISHED
    // Operations of one type are the general one with another path, and further cases differ in what is there.
    const fatesOf = (nth: number): readonly Fate[] =>
      nth === 0 && !isCopy(operation) ? fates : [fates[(at + nth) % fates.length]!]
    return work.flatMap((one, nth) =>
      fatesOf(nth).flatMap((fate) =>
        (takesKey(operation) ? [false, true] : [false]).map((keyed) => ({
          operation,
          work: one,
          fate,
          keyed,
        })),
      ),
    )
  })
  const isExcepted = ({ operation, keyed }: Trial): boolean =>
    !keyed && repeatWarning(operation.id) !== undefined
  const faults: string[] = []
  const harmful = new Set<string>()
  const left = trials.map((trial, no) => ({ trial, no }))
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { trial, no } = next
        if (isExcepted(trial) && trial.fate !== 'answered') continue
        const fault = await faultOf(stack, servers, trial, no)
        if (isExcepted(trial) && fault !== null) harmful.add(trial.operation.id)
        else if (fault !== null) faults.push(`${nameOf(trial)}: ${fault}`)
      }
    }),
  )
  t.same(faults, [])
  t.same(
    writes
      .map(({ id }) => id)
      .filter((id) => repeatWarning(id) !== undefined && !harmful.has(id) && !UNSEEN.has(id)),
    [],
    'an exception that is none any more',
  )
  const documented = writes.flatMap(({ method, template, statuses }) =>
    statuses.filter((status) => status < '300').map((status) => `${method} ${template} ${status}`),
  )
  t.same(
    [...new Set(documented)].filter((one) => !seen.has(one)),
    ['POST /v2/documents/{document_id}/submit 202', 'POST /v2/callbacks/{callback_id}/replay 200'],
    'every documented success was seen, but those of dry runs',
  )
})
