import t from 'tap'
import type { Test } from 'tap'
import { rawExamples } from '../../api/document/examples/raw-segments.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import type { DocumentedOperation } from '../support/api/openapi-contract.js'
import { secondIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import type { HttpAnswer, RequestOptions } from '../support/api/request.js'
import { makeFeedSupplier } from '../support/api/feed-client.js'
import { routesOf, undocumentedRoutes } from '../support/api/server-routes.js'
import { until } from '../support/until.js'
import { brokenWebhooks, startWebhookIngress } from '../support/api/webhook-ingress.js'

t.setTimeout(240_000)

/** Runs `work` for each, eight at a time. */
async function each<T>(list: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

/** Provokes every documented answer of every operation, and validates its body against its schema. */
async function setup(t: Test) {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const { operations, violation: fault } = openApiContract(
    (await ingress.request('/openapi.json')).json as Record<string, unknown>,
  )
  const seen = new Set<string>()
  const mismatches: string[] = []

  const check = (operation: DocumentedOperation, answer: HttpAnswer, expected: number): void => {
    const mismatch =
      answer.status === expected
        ? fault(operation, answer)
        : `${operation.id}: ${answer.status} in place of ${expected}: ${answer.text.slice(0, 300)}`
    if (mismatch !== null) mismatches.push(mismatch)
    else seen.add(`${operation.id} ${expected}`)
  }
  const named = (id: string): DocumentedOperation => {
    const operation = operations.find((one) => one.id === id)
    if (operation === undefined) throw new Error(`no operation ${id}`)
    return operation
  }
  const forMembers = (operation: DocumentedOperation): boolean =>
    operation.ways.some((way) => way.includes('memberToken'))
  const right = async (
    at: Ingress,
    operation: DocumentedOperation,
    member: string,
    client = 'partner',
  ): Promise<string> => (forMembers(operation) ? await at.token(member, client) : await at.appToken(client))
  const filled = (operation: DocumentedOperation, ids: Record<string, string> = {}): string =>
    operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) =>
        ids[name === 'segment' ? 'segment_id' : name] ??
        (name === 'event_id' ? '00000000-0000-5000-8000-000000000000' : '1'),
    ) + (operation.parameters.includes('place') ? '?q=zurich' : '')
  const plain = (operation: DocumentedOperation): RequestOptions => ({
    method: operation.method,
    ...(operation.body === undefined ? {} : { body: operation.body }),
    ...(operation.line === undefined ? {} : { raw: `${JSON.stringify(operation.line)}\n` }),
    headers: {
      ...(operation.path.endsWith('.ics') ? { accept: 'text/calendar' } : {}),
      ...(operation.line === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
    },
  })

  const member = await ingress.createMember()
  const ids: Record<string, string> = { source_id: 'airline_dl' }
  return {
    ingress,
    operations,
    seen,
    mismatches,
    check,
    named,
    forMembers,
    right,
    filled,
    plain,
    member,
    ids,
  }
}
type Context = Awaited<ReturnType<typeof setup>>

t.test('the document matches the answers', async (t) => {
  const context = await setup(t)
  await t.test('errors that every operation may answer with', async () => {
    await commonErrors(context)
  })
  await t.test('resources that do not exist', async () => {
    await missingResources(context)
  })
  await t.test('resources that are created, read, changed and deleted', async () => {
    await lifeOfResources(context)
  })
  await t.test('writes that take longer than the wait', async (t) => {
    await slowWrites(t, context)
  })
  await t.test('limits, overload and internal errors', async (t) => {
    await limitsAndInternalErrors(t, context)
  })
  const { ingress, operations, seen, mismatches } = context
  t.same(mismatches, [], 'every answer is as documented')
  const missing = operations
    .flatMap((one) => one.statuses.map((status) => `${one.id} ${status}`))
    .filter((one) => !seen.has(one))
  t.same(missing, [], 'every documented answer was seen')
  t.ok(routesOf(ingress.app).length > 90, `${routesOf(ingress.app).length} routes were found`)
  t.same(
    undocumentedRoutes(ingress.app, operations).filter((route) => !PAGES.test(route)),
    [],
    'every route is documented, or a page',
  )
})

/** The documentation as pages, and what they load. */
const PAGES = /^GET \/(assets|docs)\//

async function commonErrors({
  ingress,
  operations,
  check,
  forMembers,
  right,
  filled,
  plain,
  member,
}: Context): Promise<void> {
  await each(
    operations.filter((one) => one.ways.length > 0),
    async (operation) => {
      const path = filled(operation, { source_id: 'nobody' })
      const token = await right(ingress, operation, member)
      const ask = async (more: RequestOptions): Promise<HttpAnswer> =>
        await ingress.request(path, { ...plain(operation), token, ...more })
      check(operation, await ingress.request(path, plain(operation)), 401)
      check(
        operation,
        await ingress.request(path, { ...plain(operation), headers: { client_id: 'partner' } }),
        400,
      )
      check(
        operation,
        await ingress.request(path, {
          ...plain(operation),
          headers: { client_id: 'partner', accept: 'application/problem+json' },
        }),
        400,
      )
      check(operation, await ask({ headers: { accept: 'image/png' } }), 406)
      if (operation.statuses.includes('403'))
        check(
          operation,
          await ask({
            token: forMembers(operation)
              ? await ingress.token(member, 'partner', { scope: 'none' })
              : await ingress.token(member),
          }),
          403,
        )
      if (operation.types.length > 0) {
        const { body: _body, ...rest } = plain(operation)
        check(
          operation,
          await ingress.request(path, {
            ...rest,
            token,
            raw: '<xml/>',
            headers: { 'content-type': 'text/xml' },
          }),
          415,
        )
        if (operation.line !== undefined) return
        check(
          operation,
          await ingress.request(path, {
            ...rest,
            token,
            raw: ' '.repeat((operation.id === 'submitSegments' ? 2 ** 20 : 2 ** 16) + 1),
            headers: { 'content-type': 'application/json' },
          }),
          413,
        )
        check(
          operation,
          await ingress.request(path, {
            ...rest,
            token,
            raw: '{"a":',
            headers: { 'content-type': 'application/json' },
          }),
          400,
        )
      }
    },
  )
  for (const operation of operations.filter((one) => one.ways.length === 0))
    check(operation, await ingress.request(operation.path, { headers: { accept: 'image/png' } }), 406)
}

async function missingResources({
  ingress,
  operations,
  check,
  named,
  right,
  filled,
  plain,
  member,
}: Context): Promise<void> {
  await each(
    operations.filter((one) => one.statuses.includes('404') && one.names.length > 0),
    async (operation) => {
      check(
        operation,
        await ingress.request(filled(operation, { source_id: 'nobody' }), {
          ...plain(operation),
          token: await right(ingress, operation, member),
        }),
        404,
      )
    },
  )
  check(
    named('getCalendar'),
    await ingress.request('/v2/trips.ics?feed=cal_unknown', {
      headers: { accept: 'text/calendar, application/json' },
    }),
    404,
  )
  const unknownMember = await ingress.token('12345')
  check(named('getMe'), await ingress.request('/v2/me', { token: unknownMember }), 404)
  check(
    named('updateMe'),
    await ingress.request('/v2/me', { method: 'PUT', token: unknownMember, body: { first_name: 'A' } }),
    404,
  )
  check(
    named('getCurrentTrip'),
    await ingress.request('/v2/trips/current', {
      token: await ingress.token(await ingress.createMember()),
    }),
    404,
  )
  const token = await ingress.token(member, 'partner')
  check(
    named('createTrip'),
    await ingress.request('/v2/trips', { method: 'POST', token, body: { segment_ids: ['1'] } }),
    404,
  )
  await each(Object.entries(rawExamples), async ([kind, body]) => {
    check(
      named(`create${kind}Segment`),
      await ingress.request(`/v2/segments/${kind.toLowerCase()}`, {
        method: 'POST',
        token,
        body: { ...body, trip_id: '1' },
      }),
      404,
    )
  })
}

async function lifeOfResources({
  ingress,
  operations,
  check,
  named,
  forMembers,
  right,
  filled,
  plain,
  member,
  ids,
}: Context): Promise<void> {
  const token = await ingress.token(member, 'partner')
  const app = await ingress.appToken('partner')
  const go = async (
    id: string,
    expected: number,
    more: RequestOptions & { ids?: Record<string, string> } = {},
  ): Promise<HttpAnswer> => {
    const operation = named(id)
    const answer = await ingress.request(filled(operation, { ...ids, ...more.ids }), {
      ...plain(operation),
      token: forMembers(operation) ? token : app,
      ...more,
    })
    check(operation, answer, expected)
    return answer
  }
  const made = async (id: string, more: RequestOptions = {}): Promise<string> =>
    ((await go(id, 201, more)).json as { id: string }).id
  const batch = await go('submitSegments', 202, { headers: { prefer: 'wait=10' } })
  ids['batch_id'] = batch.headers.get('location')!.split('/').at(-1)!
  await go('submitSegments', 400, { body: { segments: [{}] } })
  const keys = ingress.deps.idempotency
  await each(
    operations.filter((one) => one.parameters.includes('idempotency_key')),
    async (operation) => {
      const { id } = operation
      const path = filled(operation, ids)
      const prefix = id === 'submitSegments' ? '' : `POST ${path}\n`
      await keys.claim(
        { client: 'partner', member, key: id, body: Buffer.from(prefix + JSON.stringify(operation.body)) },
        { batch: '1', first: '2' },
      )
      await go(id, 409, { headers: { 'idempotency-key': id } })
      await keys.claim(
        { client: 'partner', member, key: `${id} 2`, body: Buffer.from('other') },
        { batch: '1', first: '2' },
      )
      await go(id, 422, { headers: { 'idempotency-key': `${id} 2` } })
    },
  )

  await makeFeedSupplier(ingress, 'partner')
  await go('feedSegments', 200)

  const kinds: Record<string, string> = {}
  await each(Object.keys(rawExamples), async (kind) => {
    kinds[kind] = await made(`create${kind}Segment`)
  })
  ids['segment_id'] = kinds['Hotel']!
  ids['trip_id'] = await made('createTrip', {
    body: { headline: 'By hand', segment_ids: [kinds['Hotel']!] },
  })
  const other = await made('createTrip', { body: { headline: 'Another', segment_ids: [kinds['Event']!] } })
  ids['account_id'] = await made('createAccount')
  ids['feed_id'] = await made('createCalendarFeed')
  ids['callback_id'] = await made('createCallback')
  await each(
    operations.filter((one) => one.statuses.includes('412')),
    async (operation) => {
      const kind = /^(?:update|delete)(\w+)Segment$/.exec(operation.id)?.[1]
      const at = { ...ids, ...(kind === undefined ? {} : { segment_id: kinds[kind]! }) }
      const bodies: Record<string, unknown> = {
        mergeTrips: { trip_ids: [other] },
        updateSegment: rawExamples['Hotel'],
      }
      const extra = operation.id in bodies ? { body: bodies[operation.id] } : {}
      check(
        operation,
        await ingress.request(filled(operation, at), {
          ...plain(operation),
          ...extra,
          token: await right(ingress, operation, member),
          headers: { 'if-match': '"other"' },
        }),
        412,
      )
    },
  )
  await each(
    operations.filter((one) => one.method === 'GET' && one.ways.length > 0 && one.id !== 'getDelivery'),
    async (operation) => {
      const kind = /^get(\w+)Segment$/.exec(operation.id)?.[1]
      const at = kind === undefined ? {} : { ids: { segment_id: kinds[kind]! } }
      await go(operation.id, 200, at)
      if (operation.statuses.includes('304'))
        await go(operation.id, 304, {
          ...at,
          headers: { ...plain(operation).headers, 'if-none-match': '*' },
        })
    },
  )
  for (const [id, path] of [
    ['getDocument', '/openapi.json'],
    ['readDocument', '/docs'],
  ] as const)
    check(named(id), await ingress.request(path), 200)
  check(
    named('getDocument'),
    await ingress.request('/openapi.json', { headers: { 'if-none-match': '*' } }),
    304,
  )
  check(
    named('getDocument'),
    await ingress.request('/openapi.json?', { headers: { 'if-none-match': 'x' } }),
    200,
  )

  await go('updateMe', 200)
  await go('updateTrip', 200)
  await go('mergeTrips', 201, { body: { trip_ids: [other] } })
  const { segments } = (await ingress.request(`/v2/trips/${ids['trip_id']}?segments=1`, { token })).json as {
    segments: Array<{ id: string }>
  }
  await go('splitTrip', 201, { body: { segment_ids: [segments.at(-1)!.id] } })
  await go('deleteTrip', 200)
  await go('updateSegment', 200, { body: rawExamples['Hotel'] })
  await each(Object.entries(kinds), async ([kind, segment]) => {
    await go(`update${kind}Segment`, 200, { ids: { segment_id: segment } })
    if (kind !== 'Air') await go(`delete${kind}Segment`, 200, { ids: { segment_id: segment } })
  })
  await go('deleteAirSegment', 200, {
    ids: {
      segment_id: await made('createAirSegment', {
        body: { ...rawExamples['Air'], flight_num: '77', confirmation_no: 'OTHER7' },
      }),
    },
  })
  await go('deleteSegment', 200, {
    ids: {
      segment_id: await made('createAirSegment', {
        body: { ...rawExamples['Air'], flight_num: '78', confirmation_no: 'OTHER8', source: 'manual' },
      }),
    },
  })
  await go('deleteAccount', 200)
  for (let at = 1; at < 20; at++) await go('createCalendarFeed', 201)
  await go('createCalendarFeed', 409)
  await go('deleteCalendarFeed', 200)

  const pinged = await go('pingCallback', 200)
  await go('getDelivery', 200, { ids: { event_id: (pinged.json as { event_id: string }).event_id } })
  await go('updateCallback', 200, { body: { description: 'changed' } })
  await go('rotateCallbackSecret', 200, { body: { overlap_seconds: 3_600 } })
  await go('rotateCallbackSecret', 409, { body: {} })
  await go('replayCallback', 200, { body: { dry_run: true } })
  await go('replayCallback', 202, { body: { dry_run: false } })
  await ingress.database.pool.query(
    `insert into oauth_grant (client_id, member_id, created_at)
      values ('partner', $1, now() - interval '1 day')`,
    [member],
  )
  // The log shows an event once no older transaction of the whole server runs, and other tests share the
  // server.
  const logged = async (): Promise<string | undefined> =>
    ((await ingress.request('/v2/events?type=trip.created', { token: app })).json as Array<{ id: string }>)[0]
      ?.id
  const event = await until('the trip is in the log', logged, 60_000)
  await go('listEvents', 200)
  await go('redeliverEvent', 202, { ids: { event_id: event }, body: { callback_id: ids['callback_id'] } })
  await go('replayCallback', 409, {
    ids: {
      callback_id: await made('createCallback', {
        body: { url: 'https://a.example/', status: 'Disabled' },
      }),
    },
    body: { dry_run: false },
  })
  for (let at = 2; at < 10; at++)
    await go('createCallback', 201, { body: { url: 'https://a.example/', status: 'Disabled' } })
  await go('createCallback', 409)
  await go('deleteCallback', 200)
}

async function slowWrites(
  t: Test,
  { operations, seen, check, right, filled, plain }: Context,
): Promise<void> {
  const slow = await startWebhookIngress(t, { settings: { writeWait: 20 } })
  const someone = await slow.ingress.createMember()
  await each(
    operations.filter((one) => one.statuses.includes('202') && !seen.has(`${one.id} 202`)),
    async (operation) => {
      // A segment that is unknown so far may be in flight.
      check(
        operation,
        await slow.ingress.request(filled(operation, { segment_id: slow.ingress.deps.ids.next() }), {
          ...plain(operation),
          token: await right(slow.ingress, operation, someone),
        }),
        202,
      )
    },
  )
}

async function limitsAndInternalErrors(
  t: Test,
  { ingress, operations, check, right, filled, plain }: Context,
): Promise<void> {
  // Limits are counted per minute of the clock, which stands still here.
  const now = Date.now()
  const few = await secondIngress(t, ingress, { settings: { perApp: 1, perMember: 1 }, now: () => now }, [
    brokenWebhooks(),
  ])
  const busy = await secondIngress(
    t,
    ingress,
    { pressure: { maxInFlight: 0, maxDelayMs: 1e6, maxHeap: 1 } },
    [brokenWebhooks()],
  )
  const broken = await secondIngress(t, ingress, { broken: true }, [brokenWebhooks()])
  await each(operations, async (operation) => {
    // A request with a body is load once it is authorised and its body is there.
    const token = operation.ways.length === 0 ? {} : { token: await right(busy, operation, '7') }
    check(operation, await busy.request(filled(operation), { ...plain(operation), ...token }), 503)
    if (operation.ways.length === 0) return
    const limited = await right(few, operation, '7', `client of ${operation.id}`)
    await few.request(filled(operation), {
      ...plain(operation),
      token: limited,
      headers: { accept: 'image/png' },
    })
    check(operation, await few.request(filled(operation), { ...plain(operation), token: limited }), 429)
    check(
      operation,
      await broken.request(filled(operation), {
        ...plain(operation),
        token: await right(broken, operation, '7'),
      }),
      500,
    )
  })
  t.notOk(
    broken.logLines.some((line) => line.level === 'error' && line.fields['request'] === undefined),
    'every internal error is logged with its request',
  )
}
