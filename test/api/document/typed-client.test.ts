/** A typed client is generated from the document, compiled, and used against the running server. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { tsImport } from 'tsx/esm/api'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { startIngress } from '../../support/api/ingress.js'
import { typedClient } from '../../support/api/typed-client.js'

t.setTimeout(120_000)

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** What a partner writes. The compiler must refuse each line with an expected error. */
const USE = `import { client } from './client.js'
import type { Send } from './client.js'
export async function use (send: Send, segments: Array<{ type: 'Air', source: string, airline: string, flight_num: string, origin: string, destination: string, departure_datetime: string, arrival_datetime: string }>) {
  const api = client(send)
  const accepted = await api.submitSegments({ headers: { Prefer: 'wait=10' }, body: { segments } })
  const [first] = accepted.body
  const raw: number = first!._id
  const trips = await api.listUpcomingTrips({ query: { segments: 1, limit: 5 } })
  const trip = trips.body[0]!
  const country: string | null = trip.country
  const one = await api.getTrip({ path: { trip_id: trip.id }, query: { segments: 1 } })
  const batch = await api.getBatch({ path: { batch_id: accepted.headers.get('location')!.split('/').at(-1)! } })
  const changed = await api.updateTrip({ path: { trip_id: trip.id }, body: { headline: 'By a typed client' } })
  return { raw, country, id: one.body.id, action: batch.body.segments[0]!.action, status: changed.status }
}
export async function wrong (send: Send) {
  const api = client(send)
  // @ts-expect-error a path parameter is missing
  await api.getTrip({})
  // @ts-expect-error the body is missing
  await api.submitSegments({})
  // @ts-expect-error no such value
  await api.listTrips({ query: { purpose: 'Fun' } })
  // @ts-expect-error not a number
  await api.listTrips({ query: { limit: 'many' } })
  // @ts-expect-error no such field of a trip
  ;(await api.getCurrentTrip({})).body.colour
}
`

interface Used {
  raw: number
  country: string | null
  id: string
  action: string
  status: number
}
type Sender = (
  method: string,
  path: string,
  query: Record<string, unknown>,
  headers: Record<string, string>,
  body: unknown,
) => Promise<{ status: number; headers: Headers; body: unknown }>

t.test('a typed client', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  // Inside the repository, so that the compiler and the loader resolve modules as for other files.
  const folder = mkdtempSync(join(ROOT, 'test', '.client-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  writeFileSync(
    join(folder, 'client.ts'),
    typedClient((await ingress.request('/openapi.json')).json as Record<string, unknown>),
  )
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { noEmit: true },
      include: ['*.ts'],
      files: ['client.ts', 'use.ts'],
    }),
  )
  // The test runner passes its loader to every node process, and the compiler does not work with it.
  const compiled = spawnSync(
    'env',
    ['-u', 'NODE_OPTIONS', join(ROOT, 'node_modules', '.bin', 'tsc'), '-p', folder],
    { encoding: 'utf8' },
  )
  t.equal(
    compiled.status,
    0,
    `it compiles${compiled.status === 0 ? '' : `: ${(compiled.stdout + compiled.stderr).slice(0, 2_000)}`}`,
  )

  const token = await ingress.token(await ingress.createMember())
  const send: Sender = async (method, path, query, headers, body) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const answer = await ingress.request(text === '' ? path : `${path}?${text}`, {
      method,
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, headers: answer.headers, body: answer.json }
  }
  const { use } = (await tsImport(pathToFileURL(join(folder, 'use.ts')).href, import.meta.url)) as {
    use: (send: Sender, segments: unknown[]) => Promise<Used>
  }
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const used = await use(send, [
    { ...rawExamples['Air'], departure_datetime: `${day}T06:30`, arrival_datetime: `${day}T22:05` },
  ])
  t.match(used, { raw: Number, country: 'CH', id: /^\d+$/, action: 'created', status: 200 })
})
