/** A calendar entry that comes again, however it is sent, changes what it made (RULES 3.2). */
import t from 'tap'
import { httpsSite } from '../support/https-site.js'
import { sharedStack } from '../support/shared-stack.js'
import { until } from '../support/until.js'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const BEGIN = inDays(70)

interface Stay {
  id: string
  checkin_date: string
  checkout_date: string
  status: string
}

/** A version of an entry, which is a stay of so many nights. */
const calendarOf = (uid: string, sequence: number, nights: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Inns//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    'DTSTAMP:20260301T090000Z',
    `DTSTART;VALUE=DATE:${BEGIN.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${inDays(70 + nights).replaceAll('-', '')}`,
    'SUMMARY:Grand Hotel Larch',
    'LOCATION:Grand Hotel Larch\\, Bahnhofplatz 1\\, 3920 Zermatt\\, Switzerland',
    'DESCRIPTION:Check-in: 15:00\\nCheck-out: 11:00',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

t.test('a later version of an entry changes its segment, an older one nothing', async (t) => {
  const { ready } = await sharedStack()
  const api = httpsSite(t, ready.base_url, ready.ca_file)
  const headers = { authorization: `Bearer ${ready.member_token}` }
  const post = async (path: string, sequence: number, nights: number): Promise<void> => {
    const answer = await api.call(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/calendar' },
      body: calendarOf(`${BEGIN}-larch@inns.example`, sequence, nights),
    })
    t.equal(answer.status, 202, answer.text)
  }
  const stays = async (): Promise<Stay[]> => {
    const { text } = await api.call('/v2/segments?type=Hotel', { headers })
    return (JSON.parse(text) as Stay[]).filter((stay) => stay.checkin_date === BEGIN)
  }
  const seen = async (nights: number): Promise<Stay> =>
    await until(`${nights} nights`, async () => {
      const [stay, ...others] = await stays()
      t.same(others, [], 'it is one segment')
      return stay?.checkout_date === inDays(70 + nights) ? stay : null
    })
  await post('/v2/segments', 1, 2)
  const { id } = await seen(2)
  await post('/v2/documents', 3, 3)
  t.equal((await seen(3)).id, id)
  await post('/v2/segments', 2, 5)
  await post('/v2/segments', 4, 4)
  t.equal((await seen(4)).id, id)
})
