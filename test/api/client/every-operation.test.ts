/** Every operation of the document, called by the client of either language: what comes back is as documented. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import { fetch as undiciFetch } from 'undici'
import { createClient } from '../../../api/client/src/index.js'
import { CALLS } from '../../../api/client/src/generated/calls.js'
import { Pages } from '../../../api/client/src/pages.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { pythonName } from '../../../api/document/page/reference/client-call.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { productDocument } from '../../checks/product-document.js'
import { anApp } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { openApiContract } from '../../support/api/openapi-contract.js'
import type { DocumentedOperation } from '../../support/api/openapi-contract.js'
import { PYTHON_MISSING, pythonClient } from '../../support/api/python-client.js'
import type { HttpAnswer } from '../../support/api/request.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { WRITE_CASES } from '../../support/api/write-cases.js'
import { newWorld, resourcesOf } from '../../support/api/write-world.js'
import type { World } from '../../support/api/write-world.js'

t.setTimeout(240_000)

type Json = Record<string, unknown>

/** The values of a call. */
interface Values {
  path: string[]
  query: Json
  body?: unknown
  contentType?: string
}

/** What went over the network last, and what the call gave, as JSON; of a list its first page. */
interface Outcome {
  answer: HttpAnswer
  given: unknown
}

interface Credentials {
  baseUrl: string
  token?: string
}

type Caller = (operation: DocumentedOperation, values: Values, of: Credentials) => Promise<Outcome>

const document = await productDocument('https://api.example.com')
const { operations, violation } = openApiContract(document)
const isAuth = ({ path }: DocumentedOperation): boolean => /^\/(oauth|\.well-known)\//.test(path)
/** Whose success needs what is not there: nothing reads the document. */
const REFUSED: Readonly<Record<string, number>> = { confirmDocument: 409 }

const answerFrom = (status: number, headers: Headers, text: string): HttpAnswer => {
  const isJson = headers.get('content-type')?.includes('json') === true
  return { status, headers, text, json: isJson ? (JSON.parse(text) as unknown) : null }
}

/** The client as a program uses it, but with names that are not known before. */
const typescript =
  (send: typeof fetch): Caller =>
  async ({ id, method, template }, { path, query, body, contentType }, of) => {
    let last: HttpAnswer | null = null
    const client = createClient({
      ...of,
      retries: 0,
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers as Headers)
        headers.set('x-forwarded-proto', 'https')
        const answer = await send(url, { ...init, headers })
        const text = await answer.text()
        last = answerFrom(answer.status, answer.headers, text)
        return new Response(text, { status: answer.status, headers: answer.headers })
      },
    })
    if (id === 'feedSegments') {
      const given: unknown[] = []
      for await (const one of client.feed([body as never])) given.push(one)
      return { answer: last!, given }
    }
    const [name, shape] = Object.entries(CALLS).find(
      ([, one]) => one.method === method && one.path === template,
    )!
    const [group, verb] = name.split('.') as [string, string]
    const groups = client as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>
    const values = [
      ...path,
      ...(shape.body === undefined ? [] : [body]),
      ...(shape.query === true ? [query] : []),
      ...(contentType === undefined ? [] : [{ contentType }]),
    ]
    const result = groups[group]![verb]!(...values)
    return { given: await plain(result), answer: last! }
  }

async function plain(result: unknown): Promise<unknown> {
  if (result instanceof Pages) return (await result.pages().next()).value?.items
  const given = (await result) as Json
  if (given?.['pending'] !== undefined) return given['resource'] ?? given['batch']
  return given?.['batchId'] === undefined ? given : given['accepted']
}

const python =
  (call: ReturnType<typeof pythonClient>): Caller =>
  async ({ method, template }, { path, query, body, contentType }, { baseUrl, token }) => {
    const paths = document['paths'] as Record<string, Record<string, Json>>
    const id = String(paths[template]![method.toLowerCase()]!['operationId'])
    const isFeed = id === 'feedSegments'
    const { given, fault, received } = await call({
      client: { base_url: baseUrl, retries: 0, ...(token === undefined ? {} : { token }) },
      call: pythonName(id),
      values: [...path, ...(body === undefined ? [] : [isFeed ? [body] : body])],
      named: { ...query, ...(contentType === undefined ? {} : { content_type: contentType }) },
    })
    const last = received.at(-1)
    if (last === undefined && given === undefined) throw new Error(JSON.stringify(fault))
    const answer = last === undefined ? null : answerFrom(last.status, new Headers(last.headers), last.body)
    return { given: fault === undefined ? given : { fault }, answer: answer! }
  }

/** The values of the path in a request. */
function pathValues(template: string, path: string): string[] {
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  return pattern.exec(path)?.slice(1) ?? []
}

async function writeValues(operation: DocumentedOperation, world: World): Promise<Values> {
  const [work] = [WRITE_CASES[operation.id]!].flat()
  const { path, body, raw, headers } = await work!(world)
  const [place, search] = path.split('?')
  const line = operation.line === undefined ? null : (JSON.parse(String(raw)) as unknown)
  return {
    path: pathValues(operation.template, place!),
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(raw === undefined ? { body } : { body: line ?? raw }),
    ...(raw === undefined || line !== null ? {} : { contentType: headers!['content-type']! }),
  }
}

async function setup(t: Test) {
  const stack = await startWebhookIngress(t, { fold: true })
  const { ingress } = stack
  const world = await newWorld(stack, 'partner')
  const ids: Json = { ...(await resourcesOf(world)), source_id: 'airline_dl', day: '2026-11-20' }
  ids['segment'] = ids['segment_id']
  const pinged = await world.asApp(`/v2/callbacks/${String(ids['callback_id'])}/ping`, 'POST')
  ids['event_id'] = (pinged.json as Json)['event_id']
  const readValues = async ({ id, path, template, parameters }: DocumentedOperation): Promise<Values> => {
    const type = /^get([A-Z]\w+)Segment$/.exec(id)?.[1] as SegmentType | undefined
    const own: Json = { ...ids }
    if (type !== undefined) {
      const { json } = await world.asMember(`/v2/segments/${type.toLowerCase()}`, 'POST', rawExamples[type])
      own['segment_id'] = (json as Json)['id']
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(own[name]))
    return {
      path: pathValues(template, filled),
      query: parameters.includes('place') ? { q: 'zurich' } : {},
    }
  }
  let worlds = 0
  /** What is wrong with what a client gives. */
  const faultsOf = async (caller: Caller): Promise<string[]> => {
    const faults: string[] = []
    for (const operation of operations.filter((one) => !isAuth(one))) {
      const isRead = operation.method === 'GET'
      const own = isRead ? world : await newWorld(stack, `app-${(worlds += 1)}`)
      const values = isRead ? await readValues(operation) : await writeValues(operation, own)
      const isForMembers = operation.ways.some((way) => way.includes('memberToken'))
      const token = isForMembers ? own.tokens.member : own.tokens.app
      const outcome = await caller(operation, values, { baseUrl: ingress.url, token }).catch(
        (error: unknown) => ({ answer: null, given: error }),
      )
      faults.push(...faultIn(operation, outcome))
    }
    return faults
  }
  return { faultsOf }
}

function faultIn(
  operation: DocumentedOperation,
  { answer, given }: { answer: HttpAnswer | null; given: unknown },
): string[] {
  const { id } = operation
  const fault = (given as { fault?: Json } | null)?.fault ?? (given instanceof Error ? given : null)
  const refused = REFUSED[id]
  if (refused !== undefined)
    return (fault as Json | null)?.['status'] === refused && (fault as Json)['code'] === 'conflict'
      ? []
      : [`${id} is not refused: ${JSON.stringify(given)}`]
  if (fault !== null || answer === null) return [`${id}: ${String(fault)} ${JSON.stringify(fault)}`]
  const wrong = violation(operation, answer)
  if (wrong !== null) return [wrong]
  if (answer.status >= 300 || !operation.statuses.includes(String(answer.status)))
    return [`${id}: ${answer.status} ${answer.text}`]
  const lines = answer.text.split('\n').filter((line) => line !== '')
  const documented =
    operation.line === undefined
      ? (answer.json ?? answer.text)
      : lines.map((one) => JSON.parse(one) as unknown)
  return isDeepStrictEqual(given, documented) ? [] : [`${id} gives ${JSON.stringify(given).slice(0, 300)}`]
}

t.test('operations of the API', async (t) => {
  const { faultsOf } = await setup(t)
  t.same(await faultsOf(typescript(fetch)), [], 'TypeScript')
  await t.test('Python', { skip: PYTHON_MISSING }, async (t) => {
    t.same(await faultsOf(python(pythonClient(t))), [])
  })
})

t.test('operations of the authorization server', async (t) => {
  const node = await authNode(t)
  const app = await anApp(node)
  const own = { client_id: app.clientId, client_secret: app.clientSecret }
  const values: Record<string, Values> = {
    getTokens: { path: [], query: {}, body: { grant_type: 'client_credentials', ...own } },
    revokeToken: { path: [], query: {}, body: { token: 'unknown', ...own } },
    authorize: {
      path: [],
      query: { client_id: app.clientId, response_type: 'code', redirect_uri: app.redirectUri, state: 'a b' },
    },
  }
  const certificates = join(t.testdir(), 'ca.pem')
  writeFileSync(certificates, node.ca)
  const trusted = (async (url: string, init: object) =>
    await undiciFetch(url, { ...init, dispatcher: node.agent } as never)) as unknown as typeof fetch
  const check = async (caller: Caller): Promise<string[]> => {
    const faults: string[] = []
    for (const operation of operations.filter(isAuth)) {
      const { id } = operation
      const outcome = await caller(operation, values[id] ?? { path: [], query: {} }, { baseUrl: node.url })
      if (id !== 'authorize') faults.push(...faultIn(operation, outcome))
      else {
        const page = await trusted(String(outcome.given), { redirect: 'manual' })
        const answer = answerFrom(page.status, page.headers as Headers, await page.text())
        faults.push(violation(operation, answer) ?? (answer.status < 400 ? '' : answer.text))
      }
    }
    return faults.filter((one) => one !== '')
  }
  t.same(await check(typescript(trusted)), [], 'TypeScript')
  await t.test('Python', { skip: PYTHON_MISSING }, async (t) => {
    t.same(await check(python(pythonClient(t, { SSL_CERT_FILE: certificates }))), [])
  })
})
