/**
 * Feed lines held until their loyalty number is registered, released by several workers while publishing
 * fails at times.
 */
import t from 'tap'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { lineNames } from '../../../schemas/itinerary/name-agreement.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { decodeMessage } from '../../../schemas/stream/message.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import { releaseHeldLines } from '../../../workers/feed/release-held-lines.js'
import { startIngress } from '../../support/api/ingress.js'
import { until } from '../../support/until.js'

t.setTimeout(100_000)

const LINES = 250

t.test('lines published more than once take effect once, in order', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const { pool } = ingress.database
  const store = heldLines(pool)
  const hour = (i: number): string => new Date(Date.UTC(2027, 0, 1, i)).toISOString().slice(0, 16)
  // Times of a feed's lines differ, as the rules order statements by them.
  const received = Date.now() - LINES
  await store.keep(
    Array.from({ length: LINES }, (_, i) => ({
      source: 'airline_dl',
      number: i % 2 === 0 ? '47 11' : '4711',
      ...lineNames([{ first_name: 'Ada', last_name: 'Example' }], '4711'),
      client: 'gds',
      proofs: [],
      due: false,
      envelope: {
        v: 1,
        kind: 'segments',
        batch: ingress.deps.ids.next(),
        first: ingress.deps.ids.block(2),
        count: 2,
        received: received + i,
        client: 'gds',
      },
      body: JSON.stringify({
        segments: [
          { type: 'Meeting', source: 'airline_dl', activity_name: `Meeting ${i}`, start_datetime: hour(i) },
          {
            type: 'Hotel',
            source: 'airline_dl',
            hotel_name: 'One House',
            city_name: 'Boston',
            checkin_date: '2027-02-01',
            checkout_date: '2027-02-03',
            confirmation_no: 'HHH',
            notes: `note ${i}`,
          },
        ],
      }),
    })),
  )
  const member = await ingress.createMember()
  await pool.query(`insert into app (client_id, name, vouches) values ('airline', 'Airline', '{airline_dl}')`)
  const token = await ingress.token(member, 'airline')
  t.equal(
    (
      await ingress.request('/v2/accounts', {
        method: 'POST',
        token,
        body: { source: 'airline_dl', account_id: '4711' },
      })
    ).status,
    201,
  )

  const sent: string[] = []
  let calls = 0
  /** Fails at times, before or after the stream has the message. */
  const publish: Publish = async (bytes, subject, id, ...more) => {
    calls += 1
    if (calls % 41 === 0) throw new ApiError('temporarily_unavailable', 'Not now.')
    const stored = await ingress.deps.publish(bytes, subject, id, ...more)
    sent.push(decodeMessage(bytes).envelope.batch)
    if (calls % 29 === 0) throw new ApiError('temporarily_unavailable', 'Outcome unknown.')
    return stored
  }
  const impatient = setInterval(() => {
    void pool.query('update account_registration set due = now()').catch(() => undefined)
  }, 100)
  const workers = [1, 2].map(() =>
    releaseHeldLines({
      store,
      publish,
      newId: () => ingress.deps.ids.next(),
      newIds: (count) => ingress.deps.ids.block(count),
      log: ingress.deps.log,
      now: Date.now,
    }),
  )
  await until(
    'no line is held',
    async () =>
      Number((await pool.query<{ n: string }>('select count(*) as n from held_line')).rows[0]?.n) === 0,
    60_000,
  )
  clearInterval(impatient)
  for (const worker of workers) await worker.stop()
  t.ok(sent.length > LINES, `${sent.length} messages were sent for ${LINES} lines`)

  const read = async (path: string) => await ingress.request(path, { token })
  await until(
    'all lines are folded',
    async () =>
      Number(
        (await read('/v2/segments?type=Meeting&start=2027-01-01&limit=1')).headers.get('x-total-count'),
      ) >= LINES,
    60_000,
  )
  t.equal(
    Number((await read('/v2/segments?type=Meeting&start=2027-01-01&limit=1')).headers.get('x-total-count')),
    LINES,
    'each once',
  )
  t.match(
    (await read('/v2/segments?type=Hotel&start=2027-01-01')).json,
    [{ notes: `note ${LINES - 1}` }],
    'the last line wins',
  )
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from raw_batch where member_id = $1 and kind = $2',
    [member, 'segments'],
  )
  t.equal(rows.length, LINES)
})
