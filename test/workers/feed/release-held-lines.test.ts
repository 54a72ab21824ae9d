/** Lines that waited for their loyalty number, let go by several at once and by some that fail. */
import t from 'tap'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { decodeMessage } from '../../../schemas/stream/message.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import { releaseHeldLines } from '../../../workers/feed/release-held-lines.js'
import { startIngress } from '../../support/api/ingress.js'
import { until } from '../../support/until.js'

t.setTimeout(100_000)

const LINES = 250

t.test('however often they are sent, each has its effect once, and in order', async (t) => {
  const door = await startIngress(t, { fold: true })
  const { pool } = door.database
  const store = heldLines(pool)
  const hour = (i: number): string => new Date(Date.UTC(2027, 0, 1, i)).toISOString().slice(0, 16)
  await store.keep(
    Array.from({ length: LINES }, (_, i) => ({
      source: 'airline_dl',
      number: i % 2 === 0 ? '47 11' : '4711',
      envelope: {
        v: 1,
        kind: 'segments',
        batch: door.deps.ids.next(),
        first: door.deps.ids.block(2),
        count: 2,
        received: Date.now(),
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
            notes: `word ${i}`,
          },
        ],
      }),
    })),
  )
  const member = await door.createMember()
  const token = await door.token(member)
  t.equal(
    (
      await door.request('/v2/accounts', {
        method: 'POST',
        token,
        body: { source: 'airline_dl', account_id: '4711' },
      })
    ).status,
    201,
  )

  const sent: string[] = []
  let calls = 0
  /** Fails now and then, before or after the stream has it. */
  const publish: Publish = async (bytes, subject, id, ...more) => {
    calls += 1
    if (calls % 41 === 0) throw new ApiError('temporarily_unavailable', 'Not now.')
    const stored = await door.deps.publish(bytes, subject, id, ...more)
    sent.push(decodeMessage(bytes).envelope.batch)
    if (calls % 29 === 0) throw new ApiError('temporarily_unavailable', 'Nobody knows.')
    return stored
  }
  const impatient = setInterval(() => {
    void pool.query('update account_registration set due = now()').catch(() => undefined)
  }, 100)
  const workers = [1, 2].map(() => releaseHeldLines({ store, publish, log: door.deps.log, now: Date.now }))
  await until(
    'nothing waits',
    async () =>
      Number((await pool.query<{ n: string }>('select count(*) as n from held_line')).rows[0]?.n) === 0,
    60_000,
  )
  clearInterval(impatient)
  for (const worker of workers) await worker.stop()
  t.ok(sent.length > LINES, `${sent.length} messages were sent for ${LINES} lines`)

  const read = async (path: string) => await door.request(path, { token })
  await until(
    'all is folded',
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
    [{ notes: `word ${LINES - 1}` }],
    'the last word counts',
  )
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from raw_batch where member_id = $1 and kind = $2',
    [member, 'segments'],
  )
  t.equal(rows.length, LINES)
})
