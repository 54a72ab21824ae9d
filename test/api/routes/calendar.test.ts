import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.setTimeout(60_000)

t.test('a calendar that is too long has the latest events, in order', async (t) => {
  const ingress = await startIngress(t)
  const member = await ingress.createMember()
  await ingress.database.pool.query(
    `
    insert into segment (member_id, id, type, status, confirmation_nos, start_at, end_at, raw_ids, version,
      updated, doc, provenance, state)
    select $1::bigint, n, 'Restaurant', 'Active', '{}', begin, begin, '{}', 1, now(),
      json_build_object('id', n::text, 'type', 'Restaurant', 'status', 'Active',
      'restaurant_name', 'Table ' || n, 'start_datetime', to_char(begin at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
      'created', '2026-01-01T00:00:00+0000', 'updated', '2026-01-01T00:00:00+0000')::text, '{}', '{}'
    from generate_series(1, 2005) n, lateral (select now() - interval '300 days' + n * interval '4 hours' as begin) b`,
    [member],
  )
  const { text } = await ingress.request('/v2/trips.ics', {
    token: await ingress.token(member),
    headers: { accept: 'text/calendar' },
  })
  const numbers = [...text.matchAll(/SUMMARY:Table (\d+)/g)].map((match) => Number(match[1]))
  t.equal(numbers.length, 2_000)
  t.same([numbers[0], numbers.at(-1)], [6, 2_005], 'upcoming events are included')
})
