/** A traveller adds a file: the segments that were read are shown and corrected, and become a trip. */
import t from 'tap'
import { sharedStack } from '../support/shared-stack.js'
import { httpsSite } from '../support/https-site.js'
import { formTo, visitor } from '../support/auth/visitor.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const PAGE = '/account/documents'
const DAY = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
const TABLE = [
  'type,airline,flight_num,origin,destination,departure_datetime,arrival_datetime,confirmation_no',
  `Air,BA,304,LHR,CDG,${DAY}T07:30,${DAY}T09:45,PAGE01`,
  `Air,BA,999,LHR,CDG,${DAY}T07:30,${DAY}T09:45,PAGE02`,
  `Air,BA,305,LHR,,soon,,PAGE03`,
].join('\n')

t.test('a file goes in, one time is corrected, one flight is left out, and the trip shows it', async (t) => {
  const { ready } = await sharedStack()
  const who = visitor(httpsSite(t, ready.auth_url, ready.ca_file))
  await who.fill('/oauth/login', { email: ready.member_email, password: ready.member_password })
  t.match((await who.get('/account/trips')).text, new RegExp(`href="${PAGE}"`))
  const send = async (name: string, content: string) => {
    const { fields } = formTo((await who.get(PAGE)).text, PAGE)
    const part = (head: string, body: string): string =>
      `--limit\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const body = [
      part('name="form_token"', fields['form_token']!),
      part(`name="file"; filename="${name}"\r\nContent-Type: text/csv`, content),
      part('name="file"; filename=""\r\nContent-Type: application/octet-stream', ''),
      part('name="text"', ''),
      '--limit--\r\n',
    ].join('')
    return await who.post(PAGE, body, {
      'content-type': 'multipart/form-data; boundary=limit',
    })
  }

  const nothing = await send('empty.csv', '')
  t.match([nothing.status, nothing.text], [422, /Choose a file, or paste text/])
  const prose = await send('letter.txt', 'Dear Ann, how are you?')
  const letter = await until('the letter is read', async () => {
    const shown = await who.get(String(prose.headers['location']))
    return /Check again/.test(shown.text) ? null : shown
  })
  t.match(letter.text, /Nothing was added: Its format is not supported|No travel was found/)

  const path = String((await send('flights.csv', TABLE)).headers['location'])
  const shown = await until('it is read', async () => {
    const page = await who.get(path)
    return page.text.includes('What was read') ? page : null
  })
  t.match(shown.text, /BA 304[^]*Departs[^]*07:30[^]*Arrives[^]*PAGE01[^]*BA 999[^]*What cannot be added/)
  const { fields } = formTo(shown.text, path)
  const { 'add-1': _left, ...chosen } = fields
  const wrong = await who.post(path, { ...chosen, '0-arrival_datetime': `${DAY}T25:00` })
  t.match([wrong.status, wrong.text], [422, /id="0-arrival_datetime-error"/])
  t.equal(formTo(wrong.text, path).fields['0-arrival_datetime'], `${DAY}T25:00`, 'it is shown again')
  t.match((await who.post(path, { form_token: fields['form_token']! })).text, /Choose what to add/)
  t.match(await who.post(path, { ...chosen, '0-arrival_datetime': `${DAY}T10:05` }), { status: 303 })
  const trip = await until('the trip', async () => {
    const [, to] = /<li><a href="(\/account\/trips\/\d+)/.exec((await who.get(path)).text) ?? []
    return to ?? null
  })
  const { text } = await who.get(trip)
  t.match(text, /BA 304[^]*10:05[^]*PAGE01/)
  t.notMatch(text, /BA 999|09:45/)
  t.match((await who.get(PAGE)).text, /flights\.csv<\/a> <span class="soft">[^<]*: Added/)
  t.equal((await who.post(path, { ...chosen })).status, 303, 'a second time adds nothing')
})
