/**
 * Every operation of the document, asked in every way that is wrong: each answer is documented, valid against its
 * schema, and every documented refusal is seen. repeated-writes.test.ts has the answers of writes that succeed.
 */
import t from 'tap'
import type { Test } from 'tap'
import { Compile } from 'typebox/compile'
import { rawExamples } from '../../api/document/examples/raw-segments.js'
import { encodeCursor } from '../../api/http/pagination.js'
import { PARAMETERS } from '../../api/operation/parameters.js'
import type { Parameter } from '../../api/operation/parameter.js'
import { OPERATIONS } from '../../api/routes/operations.js'
import { WEBHOOK_OPERATIONS } from '../../api/routes/webhooks/webhook-routes.js'
import { SCOPES } from '../../schemas/oauth/scope.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import type { DocumentedOperation } from '../support/api/openapi-contract.js'
import { secondIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import type { HttpAnswer, RequestOptions } from '../support/api/request.js'
import { undocumentedRoutes } from '../support/api/server-routes.js'
import { until } from '../support/until.js'
import { brokenWebhooks, startWebhookIngress } from '../support/api/webhook-ingress.js'
import { newWorld, resourcesOf } from '../support/api/write-world.js'

t.setTimeout(240_000)

const DECLARED = new Map(
  [...OPERATIONS, ...WEBHOOK_OPERATIONS].map(({ declaration }) => [declaration.id, declaration]),
)
/** A day that reports may be asked for. */
const SOME = { day: '2026-11-20' }
const NOBODY = '00000000-0000-5000-8000-000000000000'

/** Runs `work` for each, eight at a time. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

const isForMembers = ({ ways }: DocumentedOperation): boolean =>
  ways.some((way) => way.includes('memberToken'))
const isOpen = ({ ways }: DocumentedOperation): boolean => ways.length === 0

/** The path with these ids; others are unknown. */
const filled = ({ path, parameters }: DocumentedOperation, ids: Record<string, string> = {}): string =>
  path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) =>
      ids[name === 'segment' ? 'segment_id' : name] ?? { event_id: NOBODY, source_id: 'nobody' }[name] ?? '1',
  ) + (parameters.includes('place') ? '?q=zurich' : '')

/** The request of the document's example. */
const plain = ({ method, body, document, line, path }: DocumentedOperation): RequestOptions => ({
  method,
  ...(body === undefined ? {} : { body }),
  ...(document === undefined ? {} : { raw: String(document) }),
  ...(line === undefined ? {} : { raw: `${JSON.stringify(line)}\n` }),
  headers: {
    ...(path.endsWith('.ics') ? { accept: 'text/calendar' } : {}),
    ...(line === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
    ...(document === undefined ? {} : { 'content-type': 'text/calendar' }),
  },
})

async function setup(t: Test) {
  const stack = await startWebhookIngress(t, { fold: true })
  const { ingress } = stack
  const document = (await ingress.request('/openapi.json')).json as Record<string, unknown>
  const { operations, violation } = openApiContract(document)
  const world = await newWorld(stack, 'partner')
  const seen = new Set<string>()
  const faults: string[] = []
  const check = (operation: DocumentedOperation, answer: HttpAnswer, expected: number): HttpAnswer => {
    const fault =
      answer.status === expected
        ? violation(operation, answer)
        : `${operation.id}: ${answer.status} in place of ${expected}: ${answer.text.slice(0, 300)}`
    const { error = '' } = (answer.json ?? {}) as { error?: string }
    if (fault !== null) faults.push(fault)
    else seen.add(`${operation.id} ${expected}`).add(`${operation.id} ${expected} ${error}`)
    return answer
  }
  const right = async (
    operation: DocumentedOperation,
    at = ingress,
    member = world.member,
    client = 'partner',
  ) => (isForMembers(operation) ? await at.token(member, client) : await at.appToken(client))
  /** Asks as who may, with these changes. */
  const go = async (
    operation: DocumentedOperation,
    expected: number,
    {
      path = filled(operation),
      at = ingress,
      ...more
    }: RequestOptions & { path?: string; at?: Ingress } = {},
  ): Promise<HttpAnswer> => {
    const token = isOpen(operation) ? {} : { token: await right(operation, at) }
    return check(operation, await at.request(path, { ...plain(operation), ...token, ...more }), expected)
  }
  const named = (id: string): DocumentedOperation => operations.find((one) => one.id === id)!
  return { ...stack, operations, world, seen, faults, check, right, go, named }
}
type Context = Awaited<ReturnType<typeof setup>>

t.test('the document matches the answers', async (t) => {
  const context = await setup(t)
  const { ingress, operations, seen, faults } = context
  for (const [what, part] of Object.entries(PARTS)) {
    await part(context, t)
    t.same(faults.splice(0), [], what)
  }
  const documented = operations.flatMap((one) =>
    one.statuses
      .filter((status) => one.method === 'GET' || status >= '300')
      .map((status) => `${one.id} ${status}`),
  )
  t.same(
    documented.filter((one) => !seen.has(one)),
    [],
    'every documented answer was seen',
  )
  const refusals = operations.flatMap(({ id, errors }) => errors.map((error) => `${id} ${error}`))
  t.same(
    refusals.filter((one) => !seen.has(one)),
    [],
    'and every code of an error',
  )
  // The messages of /mcp are those of its protocol (contract.md 15).
  const pages = /^GET \/(?:(?:assets|docs)\/|docs\.md$|llms(?:-full)?\.txt$)|^POST \/mcp$/
  t.same(
    undocumentedRoutes(ingress.app, operations).filter((route) => !pages.test(route)),
    [],
    'every route is documented, or a page',
  )
  t.same(
    ingress.logLines.filter(({ level }) => level === 'error'),
    [],
    'none of these was an internal error',
  )
})

const PARTS: Record<string, (context: Context, t: Test) => Promise<void>> = {
  'credentials, media types, methods': wrongRequests,
  'scopes: exactly those that the document names': wrongScopes,
  'parameters that their schema refuses': wrongParameters,
  'bodies that their schema refuses': wrongBodies,
  'resources that do not exist, or belong to others': missingResources,
  'what is there already, or has changed': conflicts,
  'limits, overload and internal errors': limitsAndInternalErrors,
}

async function wrongRequests({ ingress, operations, check, go, faults }: Context): Promise<void> {
  const problem = 'application/problem+json'
  await each(operations, async (operation) => {
    const path = filled(operation)
    await go(operation, 406, { headers: { accept: 'image/png' } })
    const paths = operations.filter((one) => one.path === operation.path)
    const other = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find(
      (verb) => !paths.some(({ method }) => method === verb),
    )
    const wrong = await ingress.request(path, { method: other! })
    const isAllowed = wrong.headers.get('allow')?.split(', ').includes(operation.method)
    if ((wrong.status !== 405 || isAllowed !== true) && !/^\/v2\/segments\/(\{|[a-z]+$)/.test(operation.path))
      faults.push(`${other} ${path}: ${wrong.status} ${wrong.headers.get('allow')}`)
    if (isOpen(operation)) return
    const missing = check(operation, await ingress.request(path, plain(operation)), 401)
    if (!missing.headers.get('www-authenticate')?.startsWith('Bearer '))
      faults.push(`${operation.id}: no challenge`)
    for (const accept of ['application/json', problem])
      check(
        operation,
        await ingress.request(path, { ...plain(operation), headers: { client_id: 'partner', accept } }),
        400,
      )
    if (operation.types.length > 0) await wrongBytes({ ingress, check }, operation)
  })
}

/** Bodies of another type, that are too large, or that are not even JSON. */
async function wrongBytes(
  { ingress, check }: Pick<Context, 'ingress' | 'check'>,
  operation: DocumentedOperation,
): Promise<void> {
  const { body: _body, raw: _raw, ...rest } = plain(operation)
  const sent = { 'content-type': operation.line === undefined ? 'application/json' : 'text/xml' }
  const token = isForMembers(operation)
    ? await ingress.token('7', 'partner')
    : await ingress.appToken('partner')
  const raw = async (text: string, headers: Record<string, string>, status: number): Promise<void> => {
    check(operation, await ingress.request(filled(operation), { ...rest, token, raw: text, headers }), status)
  }
  const isDocument = operation.document !== undefined
  await raw('<xml/>', { 'content-type': isDocument ? 'text/xml; charset=ebcdic' : 'text/xml' }, 415)
  if (operation.line !== undefined) return
  const { bodyLimit = 2 ** 16, body } = DECLARED.get(operation.id) ?? {}
  await raw(' '.repeat(bodyLimit + 1), sent, 413)
  const texts = isDocument ? [] : ['{"a":', '[]', 'null', '7', '"x"', '\ud800']
  for (const text of body?.optional === true ? texts : [...texts, '']) await raw(text, sent, 400)
}

async function wrongScopes({ ingress, world, operations, check, faults }: Context): Promise<void> {
  const used = new Set(operations.flatMap(({ scopes }) => scopes))
  if (used.size !== SCOPES.length) faults.push(`a scope that nothing needs: ${[...used].join()}`)
  await each(operations, async (operation) => {
    const { scopes, statuses } = operation
    const ask = async (token: string): Promise<HttpAnswer> =>
      await ingress.request(filled(operation), { ...plain(operation), token })
    if (!isForMembers(operation)) {
      if (statuses.includes('403')) check(operation, await ask(await ingress.token(world.member)), 403)
      return
    }
    for (const scope of scopes.length === 0 ? [] : [...SCOPES, 'none']) {
      const answer = await ask(await ingress.token(world.member, 'partner', { scope }))
      const challenge = answer.headers.get('www-authenticate')
      if ((scopes as readonly string[]).includes(scope)) {
        if (answer.status === 403) faults.push(`${operation.id} with ${scope}`)
      } else if (check(operation, answer, 403).status === 403 && !challenge?.includes(`scope="${scopes[0]}"`))
        faults.push(`${operation.id}: ${challenge}`)
    }
  })
}

/** Texts that a parameter cannot be, by how it is read. */
const WRONG_TEXTS: Record<Parameter['reading'], readonly string[]> = {
  flag: ['2', 'true', '-1'],
  integer: ['many', '-1', '1.5', '1e3', '-99999999999999999999'],
  list: ['nonsense', 'nonsense,,', "' or 1=1 --"],
  day: ['soon', '2027-02-30', '2027-01-01T00:00:00+02:00', '0000-00-00'],
  instant: ['soon', '2027-02-30', '2027-01-01T00:00:00+02:00', '9'.repeat(40)],
  text: [],
}

async function wrongParameters({ operations, world, go, faults }: Context): Promise<void> {
  const { json } = await world.asApp('/v2/callbacks', 'POST', { url: 'https://a.example/' })
  const ids = { ...SOME, callback_id: (json as { id: string }).id }
  await each(operations, async (operation) => {
    const parameters = (DECLARED.get(operation.id)?.parameters ?? []).map(
      (name): Parameter => PARAMETERS[name],
    )
    const path = filled(operation, ids).split('?')[0]!
    for (const { name, reading, schema, maxLength } of parameters.filter((one) => one.in === 'query')) {
      if (name === 'feed') continue
      const isClosed = reading !== 'text' || 'enum' in schema
      const texts = [
        ...(reading === 'text' && isClosed ? ['nonsense', '<script>'] : WRONG_TEXTS[reading]),
        ...(name === 'cursor' ? ['x', 'MQ', Buffer.from('1\nother\n1').toString('base64url')] : []),
        '\0',
        'x'.repeat(maxLength + 1),
      ]
      const queries = [...texts.map((text) => `${name}=${encodeURIComponent(text)}`), `${name}=1&${name}=1`]
      for (const query of queries) {
        const also = name !== 'q' && operation.parameters.includes('place') ? 'q=zurich&' : ''
        const { json } = await go(operation, 400, { path: `${path}?${also}${query}` })
        const { error_description: says } = (json ?? {}) as { error_description?: string }
        if (!says?.startsWith(`Parameter "${name}" `)) faults.push(`${path}?${query}: ${says}`)
      }
    }
    const strict = { ...plain(operation).headers, prefer: 'handling=strict' }
    if (!isOpen(operation)) await go(operation, 400, { path: `${path}?nonsense=1`, headers: strict })
  })
}

async function wrongBodies({ operations, go, faults }: Context): Promise<void> {
  await each(operations, async (operation) => {
    const { body } = DECLARED.get(operation.id) ?? {}
    if (body === undefined || body.unread === true || body.endless === true) return
    const example = operation.body as Record<string, unknown>
    const refused = async (sent: Record<string, unknown>, field: string): Promise<void> => {
      const { json } = await go(operation, 400, { body: sent })
      const { errors = [] } = (json ?? {}) as { errors?: Array<{ field: string | null }> }
      if (!errors.some((one) => one.field?.split(/[.[]/)[0] === field))
        faults.push(
          `${operation.id} ${JSON.stringify(sent).slice(0, 200)}: ${JSON.stringify(json).slice(0, 300)}`,
        )
    }
    for (const [field, schema] of Object.entries(body.schema.properties)) {
      const fits = Compile(schema)
      const wrong = [-1.5, true, 'x\0', '\ud800', 'x'.repeat(9_000), [[{}]], { a: [[]] }, { a: 1 }]
      for (const value of wrong.filter((one) => one === 'x\0' || one === '\ud800' || !fits.Check(one)))
        await refused({ ...example, [field]: value }, field)
    }
    for (const field of (body.schema.required ?? []) as string[])
      for (const value of [undefined, null, ' ']) await refused({ ...example, [field]: value }, field)
    await refused({ ...example, nonsense: 1 }, 'nonsense')
  })
}

async function missingResources({
  ingress,
  operations,
  world,
  request,
  go,
  named,
  faults,
  check,
}: Context): Promise<void> {
  const later = operations.filter((one) => one.statuses.includes('404') && one.names.length > 0)
  await each(later, async (operation) => {
    await go(operation, 404)
  })
  const calendar = { headers: { accept: 'text/calendar, application/json' } }
  check(named('getCalendar'), await ingress.request('/v2/trips.ics?feed=cal_unknown', calendar), 404)
  const nobody = { token: await ingress.token('12345') }
  await go(named('getMe'), 404, nobody)
  await go(named('updateMe'), 404, { ...nobody, body: { first_name: 'A' } })
  const foreign = await ingress.createMember()
  await go(named('getCurrentTrip'), 404, { token: await ingress.token(foreign) })
  await go(named('createTrip'), 404, { body: { segment_ids: ['1'] } })
  await each(Object.entries(rawExamples), async ([type, body]) => {
    await go(named(`create${type}Segment`), 404, { body: { ...body, trip_id: '1' } })
  })
  // What belongs to another member or application is answered like what is not there.
  const ids = await resourcesOf(world)
  const unused = Object.fromEntries(Object.keys(ids).map((name) => [name, ingress.deps.ids.next()]))
  await each(later, async (operation) => {
    if (operation.names.every((name) => ids[name] === undefined)) return
    const token = isForMembers(operation)
      ? await ingress.token(foreign, 'partner')
      : await ingress.appToken('other')
    const ask = async (of: Record<string, string>): Promise<HttpAnswer> =>
      await ingress.request(filled(operation, of), { ...plain(operation), token })
    const [theirs, nobodys] = [await ask(ids), await ask(unused)]
    // A recent id may be in flight, for all that ask: that reveals nothing.
    check(operation, theirs, /^get(Batch|\w*Segment)$/.test(operation.id) ? 200 : 404)
    const says = ({ text }: HttpAnswer): string => text.replaceAll(/\d{5,}/g, 'id')
    if (says(theirs) !== says(nobodys)) faults.push(`${operation.id}: ${theirs.text}, not ${nobodys.text}`)
  })
  await each(operations, async (operation) => {
    if (operation.method !== 'GET' || operation.names.length > 0 || !isForMembers(operation)) return
    const answer = await ingress.request(filled(operation), {
      ...plain(operation),
      token: await ingress.token(foreign),
    })
    if ([world.member, ...Object.values(ids)].some((id) => answer.text.includes(id)))
      faults.push(`${operation.id} shows another member: ${answer.text.slice(0, 300)}`)
  })
  for (const path of ['/v2/callbacks', '/v2/events']) {
    const { text } = await request(path, { client: 'other' })
    if (text !== '[]') faults.push(`${path} of another application: ${text.slice(0, 300)}`)
  }
}

/** What else a key covers for a document, in addition to its bytes. */
const AS_DOCUMENT = `${JSON.stringify({
  ...{ name: null, mediaType: 'text/calendar', source: null, appointments: false, dryRun: false },
})}\n`

/** A cursor of the event log that a restore has taken back. */
const EXPIRED = encodeCursor(['1', '900000000000', 1, '00000000-0000-4000-8000-000000000000'])

async function conflicts(context: Context): Promise<void> {
  const { ingress, operations, world, go, named } = context
  const ids: Record<string, string> = { ...(await resourcesOf(world)), source_id: 'airline_dl', ...SOME }
  const segments: Record<string, string> = {}
  // Of a source: what a member reports by hand, any application of theirs may change.
  const reports = Object.entries(rawExamples).map(([type, body]): [string, Record<string, unknown>] => [
    type,
    { ...body, source: 'airline_dl' },
  ])
  for (const [type, body] of reports) {
    const { json } = await world.asMember(`/v2/segments/${type.toLowerCase()}`, 'POST', body)
    segments[type] = (json as { id: string }).id
  }
  /** The path of something that is there. */
  const pathOf = (operation: DocumentedOperation): string => {
    const type = /^[a-z]+([A-Z]\w+)Segment$/.exec(operation.id)?.[1]
    return filled(operation, { ...ids, ...(type === undefined ? {} : { segment_id: segments[type]! }) })
  }
  const bodies: Record<string, unknown> = {
    mergeTrips: { trip_ids: [ids['trip_id'] === '1' ? '2' : '1'] },
    updateSegment: rawExamples.Air,
  }
  await each(operations, async (operation) => {
    const { id, method, parameters, statuses } = operation
    const path = pathOf(operation)
    const headers = { ...plain(operation).headers }
    if (statuses.includes('410')) await go(operation, 410, { path: `${path}?cursor=${EXPIRED}` })
    if (statuses.includes('412')) {
      const body = id in bodies ? { body: bodies[id] } : {}
      await go(operation, 412, { path, ...body, headers: { 'if-match': '"other"' } })
    }
    if (method === 'GET' && id !== 'getDelivery') {
      await go(operation, 200, { path })
      if (statuses.includes('304'))
        await go(operation, 304, { path, headers: { ...headers, 'if-none-match': '*' } })
    }
    if (!parameters.includes('idempotency_key')) return
    const claim = async (key: string, body: string): Promise<void> => {
      const { member } = world
      const claimed = { client: 'partner', member, key, body: Buffer.from(body) }
      await ingress.deps.idempotency.claim(claimed, { batch: '1', first: '2' })
    }
    const prefix = id === 'submitSegments' ? '' : `POST ${path}\n`
    const sent = operation.document === undefined ? prefix + JSON.stringify(operation.body) : AS_DOCUMENT
    await claim(id, sent + (operation.document === undefined ? '' : String(operation.document)))
    await go(operation, 409, { path, headers: { ...headers, 'idempotency-key': id } })
    await claim(`${id} 2`, 'other')
    await go(operation, 422, { path, headers: { ...headers, 'idempotency-key': `${id} 2` } })
  })
  await go(named('submitSegments'), 400, { body: { segments: [{}] } })
  await go(named('confirmDocument'), 409, { path: `/v2/documents/${ids['document_id']}/submit` })
  const [feeds, hooks] = [named('createCalendarFeed'), named('createCallback')]
  const addresses = ((await world.asMember('/v2/calendar-feeds')).json as unknown[]).length
  for (let at = addresses; at < 20; at++) await go(feeds, 201)
  await go(feeds, 409)
  const callback = { path: `/v2/callbacks/${ids['callback_id']}` }
  await go(named('resumeCallback'), 409, { path: `${callback.path}/resume` })
  await go(named('replayCallback'), 409, { path: `${callback.path}/replay`, body: { dry_run: false } })
  await go(named('replayCallback'), 200, { path: `${callback.path}/replay`, body: { dry_run: true } })
  await go(named('rotateCallbackSecret'), 200, { path: `${callback.path}/rotate`, body: {} })
  await go(named('rotateCallbackSecret'), 409, { path: `${callback.path}/rotate`, body: {} })
  const { json } = await go(named('pingCallback'), 200, { path: `${callback.path}/ping` })
  const { event_id: event } = json as { event_id: string }
  await go(named('getDelivery'), 200, { path: `${callback.path}/deliveries/${event}` })
  const registered = ((await world.asApp('/v2/callbacks')).json as unknown[]).length
  for (let at = registered; at < 10; at++)
    await go(hooks, 201, { body: { url: 'https://a.example/', status: 'Disabled' } })
  await go(hooks, 409)
  await until(
    'the event log has a page',
    async () => (await go(named('listEvents'), 200)).text !== '[]',
    60_000,
  )
  // What the member let another application do, this one does not undo; it may not be removed with the token of one.
  await ingress.database.pool.query('update calendar_feed set client_id = null where id = $1', [
    ids['feed_id'],
  ])
  await go(named('deleteCalendarFeed'), 403, { path: `/v2/calendar-feeds/${ids['feed_id']}` })
  const token = await ingress.token(world.member, 'other')
  const ofOthers = async (name: string, path: string, body: Record<string, unknown>): Promise<void> => {
    // The same may have been reported by hand: any application takes that back.
    await ingress.request(path, { method: 'DELETE', token })
    await go(named(`delete${name}Segment`), 403, { path, token })
    await go(named(`update${name}Segment`), 403, { path, token, body })
    await go(named(`update${name}Segment`), 404, { path, body: { ...body, trip_id: '1' } })
  }
  for (const [type, body] of reports)
    await ofOthers(type, `/v2/segments/${type.toLowerCase()}/${segments[type]}`, body)
  await ofOthers('', `/v2/segments/${segments['Air']}`, rawExamples.Air)
  await go(named('splitTrip'), 404, {
    path: `/v2/trips/${ids['trip_id']}/split`,
    body: { segment_ids: ['1'] },
  })
}

async function limitsAndInternalErrors({ ingress, operations, go, right }: Context, t: Test): Promise<void> {
  // Limits are counted per minute of the clock, which stands still here.
  const now = Date.now()
  const plugins = [brokenWebhooks()]
  const few = await secondIngress(
    t,
    ingress,
    { settings: { perApp: 1, perMember: 1 }, now: () => now },
    plugins,
  )
  const pressure = { maxInFlight: 0, maxDelayMs: 1e6, maxHeap: 1 }
  const busy = await secondIngress(t, ingress, { pressure }, plugins)
  const broken = await secondIngress(t, ingress, { broken: true }, plugins)
  await each(operations, async (operation) => {
    await go(operation, 503, { at: busy })
    if (isOpen(operation)) return
    const token = await right(operation, few, '7', `client of ${operation.id}`)
    await few.request(filled(operation), { ...plain(operation), token, headers: { accept: 'image/png' } })
    await go(operation, 429, { at: few, token })
    await go(operation, 500, {
      path: filled(operation, SOME),
      at: broken,
      token: await right(operation, broken, '7'),
    })
  })
  const errors = broken.logLines.filter(({ level }) => level === 'error')
  t.ok(
    errors.length > 0 && errors.every(({ fields }) => fields['request'] !== undefined),
    'each logged with its request',
  )
  errors.splice(0)
  broken.logLines.splice(0)
}
