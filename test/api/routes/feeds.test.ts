/** Feeds as streams of lines (contract.md 8.1); feeds.txt has what a line is answered. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { streamManager } from '../../../workers/stream/setup.js'
import { until } from '../../support/until.js'
import { startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import {
  feedFlight,
  feedMembers,
  makeFeedSupplier,
  openFeed,
  sendFeed,
} from '../../support/api/feed-client.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(150_000)

type Doc = Record<string, unknown>

const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

async function setup(t: Test) {
  const ingress = await startIngress(t, { fold: true })
  await makeFeedSupplier(ingress)
  const [ada = ''] = await feedMembers(ingress, 1)
  const stranger = await ingress.createMember()
  const segmentsOf = async (member: string): Promise<Doc[]> =>
    (
      await ingress.request('/v2/segments?status=Active,Cancelled&start=2026-01-01', {
        token: await ingress.token(member),
      })
    ).json as Doc[]
  return { ingress, ada, stranger, segmentsOf }
}

const check = sharing(t, setup)

check('lines of one member about several bookings share messages', async (t, { ingress }) => {
  const [member = ''] = await feedMembers(ingress, 1)
  const before = await stored(ingress)
  const locator = (at: number): string =>
    `Q${String(at + 200)
      .replaceAll('0', 'X')
      .replaceAll('1', 'Y')}ZZ`
  const answers = await sendFeed(
    ingress,
    Array.from({ length: 120 }, (_, at) => ({
      member_id: member,
      segments: [feedFlight({ confirmation_no: locator(at) })],
    })),
  )
  t.ok(answers.every((one) => one.status === 202))
  t.ok((await stored(ingress)) - before <= 3, 'far fewer messages than lines')
})

check('lines of one booking keep their order', async (t, { ingress, segmentsOf }) => {
  const [member = ''] = await feedMembers(ingress, 1)
  const answers = await sendFeed(
    ingress,
    Array.from({ length: 120 }, (_, at) => ({
      member_id: member,
      segments: [feedFlight({ seat_assignment: `${at + 1}A` })],
    })),
  )
  t.equal(answers.filter((one) => one.status === 202).length, 120)
  t.equal(new Set(answers.map((one) => one.segments?.[0]?.['_id'])).size, 120)
  await until(
    'the last line is applied',
    async () => (await segmentsOf(member))[0]?.['seat_assignment'] === '120A',
  )
})

check(
  'answers arrive while the feed is sent, and half a line waits for its other half',
  async (t, { ingress, ada }) => {
    const open = await openFeed(ingress)
    const text = `${JSON.stringify({ member_id: ada, segments: [feedFlight({ notes: 'Zürich – 東京' })] })}\n`
    const middle = Buffer.from(text).indexOf(Buffer.from('東')) + 1
    open.send(text)
    t.match(await open.next(), { line: 1, status: 202 })
    open.send(Buffer.from(text).subarray(0, middle) as unknown as string)
    await new Promise((resolve) => setTimeout(resolve, 100))
    open.send(Buffer.from(text).subarray(middle) as unknown as string)
    t.match(await open.next(), { line: 2, status: 202 })
    t.same(await open.end(), [])
  },
)

check('a line that is not UTF-8 is refused alone', async (t, { ingress, ada }) => {
  const open = await openFeed(ingress)
  open.send(Buffer.from([...Buffer.from('{"member_id": "'), 0xff, ...Buffer.from('"}\n')]))
  open.send(`${JSON.stringify({ member_id: ada, segments: [feedFlight()] })}\n`)
  t.match(await open.end(), [{ status: 400, error: 'invalid_request' }, { status: 202 }])
})

check('a line of more than a mebibyte is refused without being kept', async (t, { ingress, ada }) => {
  const answers = await sendFeed(ingress, [
    { member_id: ada, segments: [feedFlight()], padding: 'x'.repeat(3 * 2 ** 20) },
    { member_id: ada, segments: [feedFlight()] },
  ])
  t.match(answers, [
    { line: 1, status: 413, error: 'payload_too_large' },
    { line: 2, status: 202 },
  ])
})

check('a line without its line feed is dropped when the connection breaks', async (t, { ingress, ada }) => {
  const before = await stored(ingress)
  const open = await openFeed(ingress)
  open.send(
    `${JSON.stringify({ member_id: ada, segments: [feedFlight()] })}\n${JSON.stringify({ member_id: ada, segments: [feedFlight()] })}`,
  )
  t.match(await open.next(), { line: 1, status: 202 })
  open.cut()
  await new Promise((resolve) => setTimeout(resolve, 200))
  t.equal((await stored(ingress)) - before, 1)
})

check('a compressed feed', async (t, { ingress, ada }) => {
  const lines = [1, 2, 3].map((n) => `${JSON.stringify({ member_id: ada, segments: [feedFlight({ n })] })}\n`)
  const open = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
  open.send(gzipSync(lines.join('')))
  t.match(await open.end(), [{ status: 202 }, { status: 202 }, { status: 202 }])
  const broken = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
  broken.send(gzipSync(lines.join('')).subarray(0, -12))
  for (const { status } of await broken.end()) t.equal(status, 202, 'only whole lines are answered')
})

check('blank lines that inflate from nothing end the feed, others go on', async (t, { ingress, ada }) => {
  await makeFeedSupplier(ingress, 'waster')
  const bomb = brotliCompressSync(Buffer.alloc(64 * 2 ** 20, '\n'))
  t.ok(bomb.length < 200, `${bomb.length} bytes`)
  const open = await openFeed(ingress, { client: 'waster', headers: { 'content-encoding': 'br' } })
  open.send(bomb)
  const [ended] = await open.end()
  t.match(ended, { status: 429, error: 'rate_limited', error_description: /blank/ })
  const [wasted] = await sendFeed(ingress, ['\n', 'no line\n'], { client: 'waster' })
  t.match(wasted, { line: 2, status: 400 }, 'the next feed begins; its lines are counted with those before')
  const [accepted] = await sendFeed(ingress, [{ member_id: ada, segments: [feedFlight()] }])
  t.equal(accepted?.status, 202, 'another application is not slowed down')
})

check('answers may be read after everything is sent', async (t, { ingress, stranger }) => {
  const answers = await sendFeed(
    ingress,
    Array.from({ length: 3_000 }, () => ({ member_id: stranger, segments: [feedFlight()] })),
  )
  t.equal(answers.length, 3_000)
  t.same(
    answers.map((one) => one.line),
    answers.map((_, at) => at + 1),
  )
})
