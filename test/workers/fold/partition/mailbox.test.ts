import t from 'tap'
import { mailbox } from '../../../../workers/fold/partition/mailbox.js'

const message = (n: number, member = String(n), size = 10): { n: number; member: string; size: number } => ({
  n,
  member,
  size,
})
const limits = { messages: 4, bytes: 100, perMember: 2 }

t.test('hands out messages in order, as many as one batch may hold', async (t) => {
  const box = mailbox<ReturnType<typeof message>>(limits)
  for (let n = 0; n < 6; n++) await box.put(message(n))
  t.same(
    box.take().map((one) => one.n),
    [0, 1, 2, 3],
  )
  t.same(
    box.take().map((one) => one.n),
    [4, 5],
  )
  t.same(box.take(), [])
})

t.test('a batch ends before the third message of a member and before its byte limit', async (t) => {
  const box = mailbox<ReturnType<typeof message>>(limits)
  for (const one of [message(1, 'ann'), message(2, 'ann'), message(3, 'ann'), message(4, 'bob', 95)])
    await box.put(one)
  const last = box.put(message(5, 'bob', 500))
  t.same(
    box.take().map((one) => one.n),
    [1, 2],
  )
  t.same(
    box.take().map((one) => one.n),
    [3],
    'the fourth does not fit with it',
  )
  t.same(
    box.take().map((one) => one.n),
    [4],
  )
  t.same(
    box.take().map((one) => one.n),
    [5],
    'a message larger than a batch goes alone',
  )
  await last
})

t.test('at twice a batch the reader waits until there is room', async (t) => {
  const box = mailbox<ReturnType<typeof message>>(limits)
  for (let n = 0; n < 7; n++) await box.put(message(n))
  let letIn = false
  const eighth = box.put(message(7)).then(() => {
    letIn = true
  })
  await Promise.resolve()
  t.notOk(letIn)
  box.take()
  await eighth
  t.ok(letIn)
})

t.test('closing releases reader and taker and drops the messages', async (t) => {
  const box = mailbox<ReturnType<typeof message>>(limits)
  const taker = box.waitForMessages()
  box.close()
  t.notOk(await taker)
  await box.put(message(1))
  t.equal(box.size(), 0)
})
