/** Mails in Postgres: one document however often a mail is delivered, within bounds, submitted only if it may be. */
import t from 'tap'
import { mailAddresses } from '../../../db/documents/mail-addresses.js'
import { documents } from '../../../db/documents/documents.js'
import { receiveMail } from '../../../db/documents/mails.js'
import type { ArrivedMail } from '../../../db/documents/mails.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import { firstIdAfter } from '../../../schemas/base/ids.js'
import { openDatabase } from '../../support/open-database.js'

const { pool, knex } = await openDatabase(t)
const addresses = mailAddresses(pool)
let lastId = firstIdAfter(Date.now())
const nextId = (): string => String((lastId += 1))
const SENDER = 'booking@wings.example'

async function aMember(): Promise<{ id: string; secret: string; email: string; addressId: string }> {
  const [id, addressId] = [nextId(), nextId()]
  const email = `Ann${id}@mail.example`
  const names = { firstName: 'A', lastName: 'B', passwordHash: 'x' }
  await memberAccounts(knex).create({ id, email, ...names, doc: '{}' })
  const secret = id.padStart(40, 'a')
  await addresses.create({ id: addressId, member: id, name: 'Mail', secret }, 2)
  return { id, secret, email, addressId }
}
const arrived = (secret: string, text: string, changes: Partial<ArrivedMail> = {}): ArrivedMail => ({
  ...{ id: nextId(), batch: nextId(), client: 'member-page', request: 'r', received: Date.now() },
  ...{ bytes: Buffer.from(text), name: 'Booking', mediaType: 'message/rfc822', source: null },
  ...{ appointments: false, secret, mail: { from: SENDER, isVerified: true } },
  ...changes,
})
const receive = async (...mail: Parameters<typeof arrived>) => await receiveMail(pool, arrived(...mail))
const read = async (member: string): Promise<void> => {
  await knex('document').where({ member_id: member }).update({ status: 'read' })
}

t.test('delivered five times at once it is one document; to another recipient it is another', async (t) => {
  const [ann, bob] = [await aMember(), await aMember()]
  const answers = await Promise.all([1, 2, 3, 4, 5].map(async () => await receive(ann.secret, 'a')))
  t.match(answers[0], { is: 'stored', isSubmitted: false })
  t.equal(new Set(answers.map((one) => JSON.stringify(one))).size, 1)
  t.not(JSON.stringify(await receive(bob.secret, 'a')), JSON.stringify(answers[0]))
  t.not(JSON.stringify(await receive(ann.secret, 'b')), JSON.stringify(answers[0]))
  const waiting = await documents(pool).waitingMails(ann.id)
  t.match(waiting, [
    { mail: { from: SENDER, isVerified: true }, batches: [], dryRun: true },
    { name: 'Booking' },
  ])
  t.type((await addresses.list(ann.id))[0]!.lastUsed, Date)
})

t.test('submitted only if it is verified and from the member or an accepted sender', async (t) => {
  const [ann, bob] = [await aMember(), await aMember()]
  t.equal(await addresses.accept({ id: nextId(), member: ann.id, sender: SENDER }, 1), true)
  t.equal(await addresses.accept({ id: nextId(), member: ann.id, sender: 'x@y.example' }, 1), false)
  const own = { from: ann.email.toLowerCase(), isVerified: true }
  for (const [isSubmitted, secret, mail] of [
    [true, ann.secret, { from: SENDER, isVerified: true }],
    [true, ann.secret, own],
    [false, ann.secret, { from: SENDER, isVerified: false }],
    [false, ann.secret, { ...own, isVerified: false }],
    [false, ann.secret, { from: 'x@y.example', isVerified: true }],
    [false, ann.secret, { from: null, isVerified: false }],
    [false, bob.secret, { from: SENDER, isVerified: true }],
    [false, bob.secret, own],
  ] as const)
    t.match(await receive(secret, `${isSubmitted} ${JSON.stringify(mail)}`, { mail }), {
      is: 'stored',
      isSubmitted,
    })
  const [sender] = await addresses.senders(ann.id)
  t.equal(await addresses.refuse(bob.id, sender!.id), false, "another member's")
  t.equal(await addresses.refuse(ann.id, sender!.id), true)
  t.match(await receive(ann.secret, 'later'), { isSubmitted: false })
})

t.test('nobody has an address that was removed, never made, or of a closed account', async (t) => {
  const [ann, bob, cid] = [await aMember(), await aMember(), await aMember()]
  t.equal(await addresses.remove(bob.id, ann.addressId), false, "another member's")
  t.equal(await addresses.remove(ann.id, ann.addressId), true)
  await memberAccounts(knex).close(bob.id)
  await knex('member').where({ id: cid.id }).update({ status: 'Deleted' })
  for (const secret of [ann.secret, bob.secret, cid.secret, 'b'.repeat(40)])
    t.match(await receive(secret, 'x'), { is: 'unknown' })
})

t.test('bounded: addresses, mails that are not read, that wait, and of a day', async (t) => {
  const ann = await aMember()
  const more = async () =>
    await addresses.create({ id: nextId(), member: ann.id, name: 'x', secret: nextId() }, 2)
  t.same([await more(), await more()], [true, false])
  const send = async (n: number, changes: Partial<ArrivedMail> = {}): Promise<string[]> => {
    const answers: string[] = []
    for (let i = 0; i < n; i++) answers.push((await receive(ann.secret, `${lastId}`, changes)).is)
    return [...new Set(answers)]
  }
  t.same([await send(20), await send(1)], [['stored'], ['member_waits']])
  for (let i = 0; i < 4; i++) {
    await read(ann.id)
    t.same(await send(20), ['stored'])
  }
  await read(ann.id)
  t.same(await send(1), ['mails_wait'])
  const own = { mail: { from: ann.email.toLowerCase(), isVerified: true } }
  t.same(await send(1, own), ['stored'], 'what does not wait is taken')
  const store = documents(pool)
  const [last] = await store.waitingMails(ann.id)
  t.equal(await store.remove({ member: '1', client: null }, last!.id), false, "another member's")
  t.equal(await store.remove({ member: ann.id, client: null }, last!.id), true)
  t.same(await send(2), ['stored', 'mails_wait'])
  for (let i = 0; i < 5; i++) {
    await read(ann.id)
    await send(20, own)
  }
  t.same(await send(1, own), ['many_mails'])
})
