import t from 'tap'
import { mailbox } from '../../../../workers/fold/partition/mailbox.js'

const letter = (
  n: number,
  member = String(n),
  size = 10,
): { n: number; member: string; bytes: Uint8Array } => ({ n, member, bytes: new Uint8Array(size) })
const limits = { messages: 4, bytes: 100, perMember: 2 }

t.test('hands letters out in order, as many as one batch may hold', async (t) => {
  const box = mailbox<ReturnType<typeof letter>>(limits)
  for (let n = 0; n < 6; n++) await box.put(letter(n))
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

t.test('a batch ends before the third letter of one member, and before too many bytes', async (t) => {
  const box = mailbox<ReturnType<typeof letter>>(limits)
  for (const one of [letter(1, 'ann'), letter(2, 'ann'), letter(3, 'ann'), letter(4, 'bob', 95)])
    await box.put(one)
  const last = box.put(letter(5, 'bob', 500))
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
    'one that is larger than a batch goes alone',
  )
  await last
})

t.test('the reader waits at twice a batch until there is room', async (t) => {
  const box = mailbox<ReturnType<typeof letter>>(limits)
  for (let n = 0; n < 7; n++) await box.put(letter(n))
  let letIn = false
  const eighth = box.put(letter(7)).then(() => {
    letIn = true
  })
  await Promise.resolve()
  t.notOk(letIn)
  box.take()
  await eighth
  t.ok(letIn)
})

t.test('closing lets everybody go and drops what is inside', async (t) => {
  const box = mailbox<ReturnType<typeof letter>>(limits)
  const taker = box.waitForMessages()
  box.close()
  t.notOk(await taker)
  await box.put(letter(1))
  t.equal(box.size(), 0)
})
