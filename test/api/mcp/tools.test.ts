/** The tools for assistants: what they answer is what the operations answer, in few words (contract.md 15). */
import fc from 'fast-check'
import t from 'tap'
import type { Test } from 'tap'
import { TOOLS } from '../../../api/mcp/tools/tools.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { BASE, startIngress } from '../../support/api/ingress.js'
import { call, mcpClient, textOf } from '../../support/api/mcp-client.js'
import type { Protocol } from '../../support/api/mcp-client.js'
import { dayAfter, generatedSegment } from '../../support/fields/generated-segment.js'
import { propertyRuns } from '../../support/property-runs.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(100_000)

type Doc = Record<string, unknown>

/** Few characters for a token: the counts are rather too high. */
const CHARACTERS_PER_TOKEN = 4
const tokensOf = (value: unknown): number => JSON.stringify(value).length / CHARACTERS_PER_TOKEN
const FIRST_DAY = dayAfter(new Date().toISOString().slice(0, 10), 60)

async function setup(t: Test) {
  const observed: Array<{ route: string | null; client: string | null }> = []
  const observeRequest = (request: { route: string | null; client: string | null }): void => {
    observed.push(request)
  }
  const ingress = await startIngress(t, {
    fold: true,
    deps: { observeRequest },
    settings: { perMember: 10_000 },
  })
  const traveller = async () => {
    const member = await ingress.createMember()
    const token = await ingress.token(member)
    const aud = `${BASE}/mcp`
    const rest = async (path: string) => (await ingress.request(path, { token })).json as Doc
    const tokenFor = async (scope?: string) =>
      await ingress.token(member, 'app-one', { aud, ...(scope === undefined ? {} : { scope }) })
    const client = async (protocol?: Protocol) => await mcpClient(t, ingress.url, await tokenFor(), protocol)
    return { member, token, tokenFor, rest, client: await client(), connect: client }
  }
  const post = async (token: string, message: unknown) =>
    await ingress.request('/mcp', {
      method: 'POST',
      token,
      body: message,
      headers: { accept: 'application/json, text/event-stream' },
    })
  return { ingress, traveller, post, observed }
}

const check = sharing(t, setup)

const flight = (at: number, changes: Doc = {}): Doc => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: String(100 + at),
  origin: at % 2 === 0 ? 'JFK' : 'SFO',
  destination: at % 2 === 0 ? 'SFO' : 'JFK',
  departure_datetime: `${dayAfter(FIRST_DAY, at)}T09:30`,
  arrival_datetime: `${dayAfter(FIRST_DAY, at)}T15:45`,
  confirmation_no: 'QHZBT8',
  ...changes,
})

check(
  'both versions of the protocol list the same tools, in under 3,000 tokens',
  async (t, { traveller }) => {
    const { client, connect } = await traveller()
    const older = await connect('2025-11-25')
    t.equal(client.getNegotiatedProtocolVersion(), '2026-07-28')
    t.equal(older.getNegotiatedProtocolVersion(), '2025-11-25')
    const { tools } = await client.listTools()
    t.same((await older.listTools()).tools, tools)
    t.same(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    )
    t.ok(tokensOf(tools) < 3_000, `${tokensOf(tools)} tokens`)
    for (const { name, annotations } of tools) {
      const reads = TOOLS.find((one) => one.name === name)?.operation.declaration.route.startsWith('GET')
      t.equal(annotations?.readOnlyHint, reads, `${name} is marked by what its operation does`)
      t.equal(annotations?.destructiveHint, /^(?:change|withdraw)_/.test(name), name)
    }
    t.match(await call(older, 'find_places', { query: 'jfk', kind: 'airports' }), {
      places: [{ iata_code: 'JFK', country: 'US' }],
    })
  },
)

/** What the resource says, as far as the brief form has it; worked out by the catalogue of types. */
function expectedBrief(doc: Doc): Doc {
  const { start, end } = SEGMENT_KINDS[doc['type'] as keyof typeof SEGMENT_KINDS]
  const local = (field: string | null): unknown =>
    field === null ? undefined : (doc[field] as string | null)?.replace(/:00$/, '')
  return {
    id: doc['id'],
    type: doc['type'],
    ...(doc['status'] === 'Active' ? {} : { status: doc['status'] }),
    start: local(start) ?? undefined,
    end: local(end) ?? undefined,
    confirmation_no: doc['confirmation_no'] ?? undefined,
    warnings: (doc['warnings'] as Doc[]).length || undefined,
  }
}
const defined = (doc: Doc): Doc => JSON.parse(JSON.stringify(doc)) as Doc
const withoutWords = ({ what: _what, trip_id: _trip, ...rest }: Doc): Doc => rest

check('tools answer what the operations answer', async (t, { traveller }) => {
  const arbitrary = fc.constantFrom(...SEGMENT_TYPES).chain((type) => generatedSegment(type, FIRST_DAY))
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 6 }), async (segments) => {
      const { client, rest } = await traveller()
      const { batch } = await call<{ batch: Doc }>(client, 'submit_segments', { segments })
      t.equal(batch['status'], 'processed')
      t.match(await rest(`/v2/batches/${String(batch['id'])}`), { segments: batch['segments'] as Doc[] })
      const listed = (await rest('/v2/segments?limit=50')) as unknown as Doc[]
      const found = await call<{ segments: Doc[] }>(client, 'search_segments', { limit: 50 })
      t.same(found.segments.map(withoutWords), listed.map(expectedBrief).map(defined))
      for (const segment of listed)
        await explainsSegment(t, segment, await call(client, 'explain', { segment_id: segment['id'] }), rest)
      const trips = (await rest('/v2/trips/upcoming?segments=1')) as unknown as Doc[]
      const { trips: brief } = await call<{ trips: Doc[] }>(client, 'list_trips')
      t.same(
        brief.map(({ id, segment_count: count, url }) => [id, count, url]),
        trips.map(({ id, segment_count: count, url }) => [id, count, url]),
      )
      for (const trip of trips) {
        const answer = await call<{ trip: Doc; segments: Doc[] }>(client, 'get_trip', { trip_id: trip['id'] })
        t.same(answer.segments.map(withoutWords), (trip['segments'] as Doc[]).map(expectedBrief).map(defined))
        const why = await call<{ segments: Doc[]; warnings?: Doc[] }>(client, 'explain', {
          trip_id: trip['id'],
        })
        t.same(
          why.segments.map(({ id }) => id),
          (trip['segments'] as Doc[]).map(({ id }) => id),
        )
        t.same(
          (why.warnings ?? []).map(({ code }) => code),
          (trip['warnings'] as Doc[]).map(({ code }) => code),
        )
      }
    }),
    { numRuns: propertyRuns(30) },
  )
})

async function explainsSegment(
  t: Test,
  doc: Doc,
  why: Doc,
  rest: (path: string) => Promise<Doc>,
): Promise<void> {
  const { provenance } = (await rest(`/v2/segments/${String(doc['id'])}?provenance=1`)) as {
    provenance: Record<string, { source: string }>
  }
  const values = Object.entries(provenance).map(([field, { source }]) => [
    field,
    { value: doc[field], source },
  ])
  t.same(why['values'], defined(Object.fromEntries(values) as Doc))
  t.same(
    (why['sources'] as Doc[]).map(({ source }) => source),
    (doc['sources'] as Doc[]).map(({ source }) => source),
  )
}

check(
  'a trip of forty segments has under 4,000 tokens, as structure and as text',
  async (t, { traveller }) => {
    const { client } = await traveller()
    const meeting = (at: number): Doc => ({
      type: 'Meeting',
      source: 'manual',
      activity_name: `Review of the quarter, part ${at}`,
      confirmation_no: `MEETING-${at}-REF`,
      start_city_name: 'San Francisco',
      start_admin_code: 'CA',
      start_country: 'US',
      start_datetime: `${dayAfter(FIRST_DAY, 1 + (at >> 1))}T${at % 2 === 0 ? '10' : '14'}:00`,
      end_datetime: `${dayAfter(FIRST_DAY, 1 + (at >> 1))}T${at % 2 === 0 ? '11' : '15'}:30`,
    })
    const segments = [flight(0), ...Array.from({ length: 38 }, (_, at) => meeting(at)), flight(21)]
    await call(client, 'submit_segments', { segments })
    const { trips } = await call<{ trips: Doc[] }>(client, 'list_trips')
    t.equal(trips[0]?.['segment_count'], 40)
    const answer = await client.callTool({ name: 'get_trip', arguments: { trip_id: trips[0]?.['id'] } })
    const text = textOf(answer as Parameters<typeof textOf>[0])
    t.equal(text.split('\n').length, 42, 'the trip, the names, and a line for each segment')
    const tokens = text.length / CHARACTERS_PER_TOKEN + tokensOf(answer.structuredContent)
    t.ok(tokens < 4_000, `${tokens} tokens`)
  },
)

check('errors say what to do, and reach the model', async (t, { traveller }) => {
  const { client } = await traveller()
  const refused = async (name: string, args: Doc): Promise<string> => {
    const result = await client.callTool({ name, arguments: args })
    t.equal(result.isError, true, name)
    return textOf(result as Parameters<typeof textOf>[0])
  }
  t.equal(await refused('get_trip', { trip_id: '1' }), 'There is no trip with this id.')
  t.match(await refused('get_trip', { trip: '1' }), /"trip" is unknown.*\n.*"trip_id" is required/)
  t.match(await refused('list_trips', { when: 'soon' }), /current, upcoming, past/)
  t.match(
    await refused('submit_segments', { segments: [flight(0), { type: 'Air', source: 'deltaa' }] }),
    /^1 of 2 segments is invalid; nothing was accepted\.\nSegment 2: .*(?:\nSegment 2: .*)+$/,
  )
  t.match(await refused('explain', {}), /either segment_id or trip_id/)
  t.match(await refused('submit_document', { base64: '%%%' }), /RFC 4648/)
  t.match(await refused('nothing', {}), /no tool named "nothing"/)
})

check(
  'changes reach what the caller submitted, and a key makes a submission once',
  async (t, { traveller }) => {
    const { client, rest } = await traveller()
    const args = { segments: [flight(2, { source: 'manual' })], idempotency_key: 'once' }
    const first = await call<{ batch: Doc }>(client, 'submit_segments', args)
    const again = await call<{ batch: Doc }>(client, 'submit_segments', args)
    t.equal(again.batch['id'], first.batch['id'])
    const [{ segment_id: id, trip_id: tripId }] = first.batch['segments'] as [Doc]
    const startOf = async () =>
      (await call<{ segments: [Doc] }>(client, 'get_trip', { trip_id: tripId })).segments[0]['start']
    t.equal(await startOf(), `${dayAfter(FIRST_DAY, 2)}T09:30`)
    const { segment } = await call<{ segment: Doc }>(client, 'change_segment', {
      segment_id: id,
      fields: {
        departure_datetime: `${dayAfter(FIRST_DAY, 2)}T10:00`,
        confirmation_no: null,
        seat_assignment: '12A',
      },
    })
    t.equal(segment['start'], `${dayAfter(FIRST_DAY, 2)}T10:00`)
    t.equal(await startOf(), segment['start'], 'what was kept of the trip is not shown again')
    t.match(await rest(`/v2/segments/${String(id)}`), {
      confirmation_no: null,
      seat_assignment: '12A',
      airline: 'DL',
    })
    t.same(await call(client, 'withdraw_segment', { segment_id: id }), { withdrawn: true })
    t.match(await rest(`/v2/segments/${String(id)}`), { status: 'Deleted' })
  },
)

check('the rules for tokens are those of the API', async (t, { ingress, traveller, post, observed }) => {
  const { token, tokenFor, rest } = await traveller()
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const submit = { ...list, method: 'tools/call', params: { name: 'submit_segments', arguments: {} } }
  const metadata = `resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp"`
  const challengeOf = async (answer: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await answer
    return [status, headers.get('www-authenticate')]
  }
  const [status, challenge] = await challengeOf(post(token, list))
  t.equal(status, 401, 'a token of the API')
  t.match(challenge, metadata)
  t.equal(
    (await ingress.request('/v2/trips', { token: await tokenFor() })).status,
    401,
    'and the other way round',
  )
  t.same(await challengeOf(ingress.request('/mcp', { method: 'POST', body: list })), [
    401,
    `Bearer realm="api", ${metadata}, DPoP algs="ES256 EdDSA Ed25519"`,
  ])
  t.same(await challengeOf(post(await tokenFor('trips:read'), submit)), [
    403,
    `Bearer error="insufficient_scope", scope="trips:write", ${metadata}`,
  ])
  t.equal((await post(await tokenFor('trips:read'), list)).status, 200)
  t.equal((await post(await tokenFor(), [list, list])).status, 400, 'messages are not sent in lists')
  ingress.revoked.add('g1')
  t.equal((await post(await tokenFor(), list)).status, 401, 'a revoked grant')
  ingress.revoked.delete('g1')
  const before = await post(await tokenFor(), list)
  const after = await post(await tokenFor(), { ...submit, params: { name: 'list_trips', arguments: {} } })
  const left = (answer: typeof before) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
  t.equal(left(before) - left(after), 1, 'a call is one request, whatever it asks')
  t.match(observed.at(-1), { route: '/mcp', client: 'app-one' })
  await rest('/v2/trips')
})

check('a call is answered alike with the SDK and without it', async (t, { ingress, traveller }) => {
  const { tokenFor } = await traveller()
  const token = await tokenFor()
  const send = async (name: string, args: Doc, meta: Doc) => {
    const answer = await ingress.request('/mcp', {
      method: 'POST',
      token,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args, _meta: meta } },
    })
    return [answer.status, answer.headers.get('content-type'), answer.json]
  }
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  for (const [name, args] of [
    ['list_trips', {}],
    ['get_trip', { trip_id: '1' }],
    ['find_places', { query: 'jfk', kind: 'airports' }],
  ] as const) {
    const plain = await send(name, args, meta)
    t.equal(plain[0], 200)
    t.same(
      plain,
      await send(name, args, { ...meta, progressToken: 1 }),
      `${name}: what is unusual goes to the SDK`,
    )
  }
  t.equal((await send('list_trips', {}, {}))[0], 400, 'without what the version demands')
})

check('nothing waits for changes of the tools', async (t, { traveller, post }) => {
  const { tokenFor } = await traveller()
  const listen = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
  t.match((await post(await tokenFor(), listen)).text, /error/)
})

check(
  'every operation and schema of the documentation is found and read',
  async (t, { traveller, ingress }) => {
    const { client } = await traveller()
    const search = async (query: string) =>
      (await call<{ matches: Array<Record<string, string>> }>(client, 'search_docs', { query })).matches
    const read = async (name: string) => await call<Record<string, string>>(client, 'read_docs', { name })
    const document = (await ingress.request('/openapi.json')).json as {
      paths: Record<string, Record<string, { operationId: string; summary: string }>>
    }
    const index = (await ingress.request('/docs/search.json')).json as Array<[title: string, kind: string]>
    const schemas = index.filter(([, kind]) => kind === 'Schema').map(([name]) => name)
    const pages = new Map<string, string>()
    for (const [path, item] of Object.entries(document.paths))
      for (const [verb, { operationId: id, summary }] of Object.entries(item)) {
        const kind = `${verb.toUpperCase()} ${path}`
        const match = (await search(summary)).find((one) => one['kind'] === kind)
        t.match(match, { title: summary, about: /^\S.{10,160}$/ }, id)
        const { url = '', markdown = '' } = await read(id)
        t.equal(url, match?.['url'])
        t.same(await read(url), { url, markdown })
        t.same(await read(kind), { url, markdown })
        const address = new URL(url).pathname
        const page = pages.get(address) ?? (await ingress.request(address)).text
        pages.set(address, page)
        t.ok(markdown.startsWith(`### ${summary} <a id="${id}"></a>\n\n${kind.replace(' ', ' `')}\``), id)
        const [own = ''] = markdown.split('\n\nCut here')
        t.ok(page.includes(own.trim()), `${id} is a part of its page`)
        t.ok(tokensOf(markdown) < 4_000, `${id}: ${tokensOf(markdown)} tokens`)
        t.equal((markdown.match(/^```/gm)?.length ?? 0) % 2, 0, 'no code is open')
      }
    for (const name of [...schemas, ...pages.keys()]) {
      const { markdown = '' } = await read(name)
      t.ok(tokensOf(markdown) < 4_000, `${name}: ${tokensOf(markdown)} tokens`)
    }
  },
)

check('the documentation answers questions, in few tokens', async (t, { traveller }) => {
  const { client } = await traveller()
  for (const [query, among] of [
    ['How do I verify the signature of a webhook?', /reliable-webhooks/],
    ['idempotency key', /[Ii]dempotency/],
    ['which error means too many requests', /rate_limited/],
    ['what is the departure_datetime of a flight', /departure_datetime/],
  ] as const) {
    const { matches } = await call<{ matches: Array<Record<string, string>> }>(client, 'search_docs', {
      query,
    })
    t.match(JSON.stringify(matches), among, query)
    t.ok(tokensOf(matches) < 800, `${query}: ${tokensOf(matches)} tokens`)
    for (const { url } of matches)
      t.match(await call(client, 'read_docs', { name: url! }), { markdown: /\S/ }, url!)
  }
  t.match(await call(client, 'read_docs', { name: 'rate_limited' }), {
    url: /errors\.md#rate_limited$/,
    markdown: /^`rate_limited` \| 429 \| .+\n\nIn Codes of the API: \S+errors\.md#codes\n$/,
  })
  await t.rejects(call(client, 'read_docs', { name: 'nothingOfThis' }), /find it with search_docs/)
  const result = (await client.callTool({ name: 'read_docs', arguments: { name: 'getTrip' } })) as never
  t.match(textOf(result), /\n### Read a trip .*\n\nGET `/, 'the text keeps its lines')
  const { tools } = await client.listTools()
  const own = tools.filter(({ name }) => name.endsWith('_docs'))
  t.ok(tokensOf(own) < 400, `${tokensOf(own)} tokens`)
})
