import t from 'tap'
import type { Test } from 'tap'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import { sharing } from '../../support/sharing.js'

const flight = (changes: Record<string, unknown> = {}) => ({
  type: 'Air',
  status: 'Active',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: '42',
  origin: 'JFK',
  destination: 'SFO',
  departure_datetime: '2026-03-14T18:30',
  arrival_datetime: '2026-03-14T21:45',
  confirmation_no: 'QHZBT8',
  number_of_pax: 1,
  ...changes,
})

const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

t.setTimeout(100_000)

async function setup(t: Test) {
  const ingress = await startIngress(t)
  const token = await ingress.token('77')
  const post = async (body: unknown) => await ingress.request('/v2/segments', { method: 'POST', token, body })
  return { ingress, token, post }
}

const check = sharing(t, setup)

check('an accepted batch is on the stream, as it was sent', async (t, { ingress, token }) => {
  const second = JSON.stringify({ ...flight(), status: undefined, extra: { deep: [1] } })
  const raw = `{ "segments": [ ${JSON.stringify(flight())},  ${second} ]}`
  const answer = await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    raw,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
  })
  t.equal(answer.status, 202)
  const [one, two] = answer.json as Array<{ type: string; status: string; _id: number }>
  t.match(one, { type: 'Air', status: 'Active', _id: Number })
  t.same(two, { type: 'Air', status: 'Active', _id: one!._id + 1 })
  const location = answer.headers.get('location')
  t.match(location, /^\/v2\/batches\/\d+$/)
  const message = await (
    await streamManager(ingress.nats)
  ).streams.getMessage('SEGMENTS', { seq: await stored(ingress) })
  const { envelope, body } = decodeMessage(message!.data)
  t.equal(message!.subject.split('.').at(-1), '77')
  t.match(envelope, {
    v: 1,
    kind: 'segments',
    batch: location!.split('/').at(-1),
    first: String(one!._id),
    count: 2,
    client: 'app-one',
  })
  t.equal(body, raw)
})

check('a byte order mark before a body is ignored', async (t, { ingress, token }) => {
  const raw = JSON.stringify({ segments: [flight()] })
  const send = async (text: string) =>
    await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      raw: text,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'marked' },
    })
  const marked = await send(`\ufeff${raw}`)
  t.equal(marked.status, 202)
  const message = await (
    await streamManager(ingress.nats)
  ).streams.getMessage('SEGMENTS', { seq: await stored(ingress) })
  t.equal(decodeMessage(message!.data).body, raw)
  t.same((await send(raw)).json, marked.json, 'one body, one key')
  t.equal((await send(`\ufeff\ufeff${raw}`)).status, 400)
})

check('too many segments, bytes or unknown fields', async (t, { post }) => {
  const many = await post({ segments: Array.from({ length: 501 }, () => flight()) })
  t.match(many, { status: 400, json: { error: 'invalid_request' } })
  // A client that is still sending reads the answer too, every time.
  for (let at = 0; at < 10; at++)
    t.equal((await post({ segments: [flight({ notes: 'x'.repeat(8 * 2 ** 20) })] })).status, 413)
  const unknown = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`x${nth}`, nth]))
  t.equal((await post({ segments: [flight(unknown(256))] })).status, 202)
  t.match((await post({ segments: [flight(unknown(257))] })).json, [
    { errors: [{ error: 'too_long', field: null, error_description: /257 fields.*at most 256.*metadata/ }] },
  ])
})

check('when the stream is unavailable, nothing is accepted', async (t) => {
  const full = await startIngress(t, { deadline: 500 })
  await (await streamManager(full.nats)).streams.delete('SEGMENTS')
  const answer = await full.request('/v2/segments', {
    method: 'POST',
    token: await full.token('77'),
    body: { segments: [flight()] },
  })
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers.get('retry-after')) > 0)
  t.match(answer.json, { error: 'temporarily_unavailable' })
  await full.database.pool.query(
    `create function kept () returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
      create trigger kept before delete on idempotency execute function kept()`,
  )
  const keyed = await full.request('/v2/segments', {
    method: 'POST',
    token: await full.token('77'),
    body: { segments: [flight()] },
    headers: { 'idempotency-key': 'once' },
  })
  t.match([keyed.status, keyed.json], [503, answer.json], 'also when its key cannot be released')
})
