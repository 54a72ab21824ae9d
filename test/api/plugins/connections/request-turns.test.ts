/** A client that connects after hundreds of connections of another network is served among the first. */
import { Agent, request } from 'node:http'
import t from 'tap'
import { startIngress } from '../../../support/api/ingress.js'

const FLOOD = 300

const node = await startIngress(t)

/** One request on a connection of its own; resolves when it is answered. */
async function get(from: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    request(
      new URL('/docs', node.url),
      { agent: new Agent(), headers: { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' } },
      (answer) => answer.resume().once('end', resolve),
    )
      .once('error', reject)
      .end()
  })
}

t.test('a newcomer does not wait for a flood', async (t) => {
  await get('192.0.2.1')
  let answered = 0
  const flood = Array.from({ length: FLOOD }, async () => {
    await get('198.51.100.1')
    answered += 1
  })
  await get('192.0.2.2')
  t.ok(answered < FLOOD / 3, `after ${answered} of the flood`)
  await Promise.all(flood)
  t.equal(answered, FLOOD)
})
