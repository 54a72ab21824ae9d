/** What a partition still has to read, counted with a broker that also counts what it cannot deliver. */
import t from 'tap'
import { SessionReader } from '../../../../workers/fold/partition/session-reader.js'
import type { ReadSession, WaitingMessage } from '../../../../workers/stream/session.js'
import { until } from '../../../support/until.js'

const LIMITS = { messages: 10, bytes: 1_000, perMember: 10 }
const MESSAGE = {
  seq: 1,
  member: '1',
  subject: 's',
  size: 1,
  bytes: new Uint8Array(1),
  stored: 0,
  pending: 1,
}

/** A session with two messages pending, of which the broker delivers one. */
function sessionOf(ended: Promise<void>): ReadSession {
  async function* messages(): AsyncGenerator<WaitingMessage> {
    yield MESSAGE
    await ended
  }
  return { messages: messages(), pending: 2, close: async () => await ended }
}

t.test('a message that is counted and never comes is no lag for long', async (t) => {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const reader = new SessionReader(sessionOf(ended), LIMITS, 50)
  t.equal(reader.lag(), 2)
  await until('one message is read', () => reader.box.size() === 1)
  t.equal(reader.lag(), 2, 'one waits in the mailbox, one is announced')
  reader.box.take()
  await until('the other one no longer counts', () => reader.lag() === 0)
  end()
  t.equal(await reader.ended, null)
})
