/** Limits of the page for documents, and corrections in documents of any size. */
import t from 'tap'
import { chosenSegments, fieldsOf } from '../../../../api/pages/member/documents/corrections.js'
import { PAGE_CLIENT } from '../../../../api/pages/member/documents/page-documents.js'
import { readParameters } from '../../../../api/oauth/parameters.js'
import { aMember, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { insertReadDocument } from '../../../support/auth/read-document.js'
import { formTo, visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const PAGE = '/account/documents'
const node = await authNode(t)
const MIB = 2 ** 20

const stored = async (where: Record<string, unknown>) =>
  await node.knex('document').where({ client_id: PAGE_CLIENT, ...where })

/** Sends files of these sizes. */
async function send(who: Visitor, sizes: readonly number[], token?: string) {
  const sent = token ?? formTo((await who.get(PAGE)).text, PAGE).fields['form_token']!
  const files = sizes.map(
    (size) =>
      `--limit\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\n${'a'.repeat(size)}\r\n`,
  )
  const body = `--limit\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n${sent}\r\n${files.join('')}--limit--\r\n`
  return await who.post(PAGE, body, { 'content-type': 'multipart/form-data; boundary=limit' })
}

t.test('too much is refused with a reason, and nothing of it is kept', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const many = await send(who, Array<number>(11).fill(1))
  t.match([many.status, many.text], [422, /at most 10 files/])
  const far = await send(who, Array<number>(100).fill(1))
  t.match([far.status, far.text], [400, /<h1>This form is no longer valid/])
  const large = await send(who, [10 * MIB + 70_000])
  t.match([large.status, large.text], [413, /<h1>That is too large/])
  const nobody = await send(visitor(node), [1], 'none')
  t.match([nobody.status, nobody.headers['location']], [303, '/oauth/login'])
  t.same(await stored({ member_id: member.id }), [])
  const answers = await Promise.all([1, 2, 3].map(async () => await send(who, [9 * MIB])))
  const taken = answers.filter(({ status }) => status === 303).length
  const refused = answers.find(({ status }) => status !== 303)
  t.match([refused?.status, refused?.text], [429, /sent too much/], '16 MiB at once')
  t.equal((await stored({ member_id: member.id })).length, taken)
})

t.test('no more than 20 documents of a member wait', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  for (let n = 0; n < 20; n++)
    await insertReadDocument(node.databaseUrl, { member: member.id, id: String(500 + n), name: 'a' })
  await node.knex('document').where({ member_id: member.id }).update({ status: null })
  const { status, text } = await send(who, [1])
  t.match([status, text], [429, /Too many of your documents are waiting/])
})

const hotel = (n: number) => ({
  ...{ type: 'Hotel', source: 'gds', hotel_name: `Inn ${n}`, checkin_date: '2027-02-10' },
  checkout_date: '2027-02-13',
})
t.test('what is too long for fields has boxes, and what is too long for those is added whole', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  for (const [id, count, boxes, fields] of [
    ['600', 3, 3, true],
    ['601', 60, 60, false],
    ['602', 250, 0, false],
  ] as const) {
    const segments = Array.from({ length: count }, (_, n) => hotel(n))
    await insertReadDocument(node.databaseUrl, { member: member.id, id, name: 'Stays' }, segments)
    const page = await who.get(`${PAGE}/${id}`)
    t.equal(page.text.match(/type="checkbox"/g)?.length ?? 0, boxes)
    t.equal(page.text.includes('id="0-hotel_name"'), fields)
    const form = formTo(page.text, `${PAGE}/${id}`).fields
    delete form['add-1']
    t.equal((await who.post(`${PAGE}/${id}`, form)).status, 303)
    const [row] = (await stored({ id })) as Array<{ segments: string; submitted: Date | null }>
    t.not(row!.submitted, null)
    t.equal((JSON.parse(row!.segments) as unknown[]).length, boxes === 0 ? count : count - 1)
  }
})

t.test('a corrected segment is the statement of the member, without what was read of its old place', (t) => {
  const read = {
    ...{ id: '0', type: 'Air' as const, source: 'airline_lx', airline: 'LX', flight_num: '38' },
    ...{
      origin: 'ZRH',
      origin_city_name: 'Zurich',
      departure_time_zone_id: 'Europe/Zurich',
      origin_lat: '47',
    },
    ...{ destination: 'SFO', destination_city_name: 'San Francisco' },
    ...{ departure_datetime: '2027-02-10T13:10:00', arrival_datetime: '2027-02-10' },
  }
  const shown = Object.fromEntries(fieldsOf(read).map(({ id, value }) => [id, value]))
  t.equal(shown['0-departure_datetime'], '2027-02-10T13:10', 'as a browser writes it')
  const chosen = (changes: Record<string, string>) =>
    chosenSegments(
      [read],
      readParameters(new URLSearchParams({ 'add-0': '1', ...shown, ...changes }).toString()),
    )
  t.same(chosen({}), [{ segment: read, isCorrected: false }])
  const { origin_city_name: _, origin_lat: _lat, departure_time_zone_id: _zone, ...rest } = read
  t.same(chosen({ '0-origin': 'BSL', '0-flight_num': '' }), [
    { segment: { ...rest, origin: 'BSL', flight_num: null, source: 'manual' }, isCorrected: true },
  ])
  t.end()
})
