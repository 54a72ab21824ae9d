/** Documents at the API: sent in every way, refused with a reason, seen by their sender alone, submitted (contract.md 14). */
import t from 'tap'
import type { Test } from 'tap'
import { documentReadings } from '../../../../db/documents/document-readings.js'
import { MAX_DOCUMENT_BYTES } from '../../../../schemas/documents/document.js'
import { startIngress } from '../../../support/api/ingress.js'
import { sharing } from '../../../support/sharing.js'

t.setTimeout(100_000)

async function setup(t: Test) {
  const ingress = await startIngress(t)
  const { pool } = ingress.database
  const readings = documentReadings(pool, 0)
  let lastMember = 100
  const member = async () => {
    const id = String((lastMember += 1))
    const token = await ingress.token(id)
    const send = async (
      body: string | Uint8Array,
      type: string,
      query = '',
      headers: Record<string, string> = {},
    ) =>
      await ingress.request(`/v2/documents${query}`, {
        method: 'POST',
        token,
        raw: body,
        headers: { 'content-type': type, ...headers },
      })
    const get = async (path: string, as = token) => await ingress.request(path, { token: as })
    const submit = async (path: string, body?: unknown) =>
      await ingress.request(`${path}/submit`, {
        method: 'POST',
        token,
        ...(body === undefined ? {} : { body }),
      })
    return { id, token, send, get, submit }
  }
  const stored = async (id: string) => {
    const { rows } = await pool.query<{ bytes: Buffer } & Record<string, unknown>>(
      'select bytes, name, media_type, source, appointments, dry_run from document where id = $1',
      [id],
    )
    return { ...rows[0], bytes: rows[0]?.bytes.toString('latin1') }
  }
  return { ingress, member, stored, readings }
}
const check = sharing(t, setup)

const idOf = ({ json }: { json: unknown }): string => (json as { id: string }).id

/** A form with these parts: name, file name (or none) and content. */
const form = (boundary: string, parts: Array<[name: string, file: string | null, content: string]>): string =>
  parts
    .map(
      ([name, file, content]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        (file === null ? '' : `; filename="${file}"\r\nContent-Type: text/calendar; charset=utf-8`) +
        `\r\n\r\n${content}\r\n`,
    )
    .join('') + `--${boundary}--\r\n`
const formType = (boundary: string): string => `multipart/form-data; boundary=${boundary}`

check('a body, and a form with parameters, are stored as they came', async (t, { member, stored }) => {
  const { send } = await member()
  const plain = await send('a\0b\xff', 'Application/PDF; x=y', '?source=airline_dl&appointments=1')
  t.equal(plain.status, 202)
  t.match(plain.json, { id: /^\d+$/, status: 'received', batches: [/^\d+$/] })
  t.equal(plain.headers.get('location'), `/v2/documents/${idOf(plain)}`)
  t.match(await stored(idOf(plain)), {
    ...{ bytes: Buffer.from('a\0b\xff').toString('latin1'), name: null, media_type: 'application/pdf' },
    ...{ source: 'airline_dl', appointments: true, dry_run: false },
  })
  const parts: Array<[string, string | null, string]> = [
    ['source', null, 'airline_ba'],
    ['dry_run', null, '1'],
    ['file', 'trip.ics', 'BEGIN:VCALENDAR'],
  ]
  const inForm = await send(form('xyz', parts), formType('xyz'))
  t.match(inForm.json, { status: 'received', batches: [] })
  t.match(await stored(idOf(inForm)), {
    ...{
      bytes: 'BEGIN:VCALENDAR',
      name: 'trip.ics',
      media_type: 'text/calendar',
      source: 'airline_ba',
      dry_run: true,
    },
  })
  for (const type of ['application/octet-stream', 'application/x-www-form-urlencoded'])
    t.match(await stored(idOf(await send('x', type))), { media_type: null }, `${type} says nothing`)
})

check('a key holds for the file and its parameters, whatever the boundary', async (t, { member }) => {
  const { send } = await member()
  const key = { 'idempotency-key': 'k1' }
  const of = (content: string): Array<[string, string | null, string]> => [['file', 'a.txt', content]]
  const first = await send(form('one', of('text')), formType('one'), '', key)
  const again = await send(form('two', of('text')), formType('two'), '', key)
  t.same([again.status, again.json], [202, first.json])
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.equal((await send(form('one', of('other')), formType('one'), '', key)).status, 422)
  t.equal((await send(form('one', of('text')), formType('one'), '?dry_run=1', key)).status, 422)
})

const file = ['file', 'a.txt', 'x'] as [string, string, string]
const REFUSED: Array<
  [what: string, body: string | Uint8Array, type: string, query: string, status: number, says: RegExp]
> = [
  ['nothing', '', 'text/plain', '', 400, /empty/],
  ['too much', Buffer.alloc(MAX_DOCUMENT_BYTES + 1), 'application/pdf', '', 413, /too large/],
  ['an unknown source', 'x', 'text/plain', '?source=airline_delt', 400, /"source" is not the id/],
  ['an inactive source', 'x', 'text/plain', '?source=old', 400, /"source" is not the id of an active/],
  ['another flag', 'x', 'text/plain', '?dry_run=yes', 400, /"dry_run" must be 0 or 1/],
  ['a charset that nobody reads', 'x', 'text/plain; charset=shift_jis', '', 415, /charset/],
  ['a form without a boundary', form('b', [file]), 'multipart/form-data', '', 400, /boundary/],
  ['a form of another boundary', form('b', [file]), formType('c'), '', 400, /not valid multipart/],
  ['a form that is cut off', form('b', [file]).slice(0, -20), formType('b'), '', 400, /not valid multipart/],
  ['a form without a file', form('b', [['source', null, 'x']]), formType('b'), '', 400, /0 files/],
  ['a form with two', form('b', [file, file]), formType('b'), '', 400, /2 files/],
  ['a form with an empty one', form('b', [['file', 'a', '']]), formType('b'), '', 400, /empty/],
  [
    'a form of 17 parts',
    form(
      'b',
      Array.from({ length: 17 }, () => file),
    ),
    formType('b'),
    '',
    400,
    /more than 16/,
  ],
]
check('what is no document is refused with a reason', async (t, { member }) => {
  for (const [what, body, type, query, status, says] of REFUSED) {
    const { send } = await member()
    const answer = await send(body, type, query)
    t.equal(answer.status, status, what)
    t.match((answer.json as { error_description: string }).error_description, says, what)
  }
})

check('its sender sees it, and nobody else', async (t, { ingress, member }) => {
  const { id, send, get } = await member()
  const path = `/v2/documents/${idOf(await send('x', 'text/plain'))}`
  t.match((await get(path)).json, { status: 'received', size: 1, parts: null, segments: null })
  t.equal((await get(path, await ingress.appToken())).status, 200, 'the application')
  for (const token of [
    await ingress.token(id, 'app-two'),
    await ingress.token('1'),
    await ingress.appToken('app-two'),
  ])
    t.equal((await get(path, token)).status, 404)
  t.equal((await get('/v2/documents/1')).status, 404)
})

check('the list is newest first, in pages', async (t, { ingress, member }) => {
  const { send, get } = await member()
  const sent: string[] = []
  for (let n = 0; n < 5; n++) sent.unshift(idOf(await send(`${n}`, 'text/plain')))
  const seen: string[] = []
  for (let path: string | undefined = '/v2/documents?limit=2'; path !== undefined;) {
    const page = await get(path)
    t.equal(page.headers.get('x-total-count'), '5')
    const entries = page.json as Array<Record<string, unknown>>
    t.notOk(entries.some((one) => 'parts' in one))
    seen.push(...entries.map((one) => one['id'] as string))
    path = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  t.same(seen, sent)
  const ofApp = async (client?: string): Promise<unknown[]> =>
    (await get('/v2/documents?limit=5', await ingress.appToken(client))).json as Array<{ id: string }>
  t.match(
    await ofApp(),
    sent.map((id) => ({ id })),
    'those of all members, for the application',
  )
  t.same(await ofApp('app-two'), [])
})

check(
  'a dry run is shown, corrected and submitted once; its batch is pending',
  async (t, { member, readings }) => {
    const { send, get, submit } = await member()
    const id = idOf(await send('x', 'text/plain', '?dry_run=1'))
    const path = `/v2/documents/${id}`
    t.equal((await submit(path)).status, 409, 'not read yet')
    const segment = {
      type: 'Hotel',
      source: 'manual',
      hotel_name: 'Inn',
      checkin_date: '2027-02-10',
      checkout_date: '2027-02-13',
    }
    const problems = [{ field: 'price', description: 'Not clear.' }]
    const part = { at: 'line 1', result: 'incomplete' as const, segment: 0, problems }
    await readings.saveReading(id, {
      status: 'read',
      format: 'pnr',
      parts: [part],
      segments: [segment],
      error: null,
    })
    t.match((await get(path)).json, {
      status: 'read',
      dry_run: true,
      parts: [part],
      segments: [segment],
      batches: [],
    })
    const wrong = await submit(path, { segments: [{ ...segment, checkin_date: 'soon' }] })
    t.match([wrong.status, wrong.json], [400, [{ errors: [{ field: 'checkin_date' }] }]])
    t.equal((await submit(path, { segments: [], more: 1 })).status, 400)
    const done = await submit(path, { segments: [{ ...segment, hotel_name: 'Old Inn' }] })
    t.match([done.status, done.json], [202, { id, batches: [/^\d+$/] }])
    t.same((await readings.byId(id))?.segments, [{ ...segment, hotel_name: 'Old Inn' }])
    t.equal((await submit(path)).status, 409)
    const { batches } = (await get(path)).json as { batches: string[] }
    t.same(batches, (done.json as { batches: string[] }).batches)
    t.match((await get(`/v2/batches/${batches[0]}`)).json, { status: 'pending' })
  },
)

check('JSON-LD and iCalendar at POST /v2/segments are documents', async (t, { ingress, member, stored }) => {
  const { token } = await member()
  for (const type of ['application/ld+json', 'text/calendar; charset=utf-8']) {
    const answer = await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      raw: 'x',
      headers: { 'content-type': type },
    })
    t.equal(answer.status, 202)
    t.match(answer.headers.get('location'), /^\/v2\/documents\/\d+$/)
    t.match(await stored(idOf(answer)), { bytes: 'x', media_type: type.split(';')[0], dry_run: false })
  }
})

check(
  'a batch that a document waits to become is pending, however old its id',
  async (t, { ingress, member, readings }) => {
    const { id: member_, send, get } = await member()
    const { id, batches } = (await send('x', 'text/plain')).json as { id: string; batches: [string] }
    const old = String(Number(batches[0]) - 6_000_000_000_000)
    await ingress.database.pool.query('update document set batch_id = $2 where id = $1', [id, old])
    t.match((await get(`/v2/batches/${old}`)).json, { status: 'pending' })
    t.equal((await get(`/v2/batches/${Number(old) + 1}`)).status, 404, `of ${member_} no other`)
    await readings.saveReading(id, {
      status: 'nothing_read',
      format: null,
      parts: [],
      segments: [],
      error: null,
    })
    t.equal((await get(`/v2/batches/${old}`)).status, 404, 'nothing came of it')
  },
)
