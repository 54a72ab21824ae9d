/** security.txt (RFC 9116): its fields, and that it does not expire. */
import t from 'tap'
import { securityText } from '../../../api/pages/security-txt.js'
import { authNode } from '../../support/auth/auth-node.js'

const HALF_A_YEAR_MS = 180 * 86_400_000

const fieldsOf = (text: string): Array<[name: string, value: string]> =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])

t.test('it is served to anybody, under the address that it names', async (t) => {
  const node = await authNode(t)
  const answer = await node.call('/.well-known/security.txt')
  t.match(answer, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const fields = fieldsOf(answer.text)
  t.same(
    fields.filter(([name]) => name !== 'Expires'),
    [
      ['Contact', 'mailto:operator@tripfold.example'],
      ['Preferred-Languages', 'en'],
      ['Canonical', `${node.url}/.well-known/security.txt`],
    ],
  )
  t.equal(fields.length, 4)
  t.ok(Date.parse(Object.fromEntries(fields)['Expires']!) > Date.now() + HALF_A_YEAR_MS - 86_400_000)
})

t.test('whenever it is read, it is valid for months and less than a year', (t) => {
  const settings = { authUrl: 'https://auth.x', baseUrl: 'https://api.x', operatorEmail: 'a+b&c?d@x.example' }
  for (const now of ['2026-01-01T00:00:00Z', '2027-12-31T23:59:59.999Z', '2028-02-29T12:00:00Z'].map(
    Date.parse,
  )) {
    const text = securityText(settings, now)
    const { Expires: expires = '', Contact: contact } = Object.fromEntries(fieldsOf(text))
    t.match(expires, /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
    const left = Date.parse(expires) - now
    t.ok(left > HALF_A_YEAR_MS - 86_400_000 && left <= HALF_A_YEAR_MS, String(left))
    t.equal(contact, 'mailto:a+b%26c%3Fd@x.example')
    t.match(text, /Canonical: https:\/\/api\.x\/\.well-known\/security\.txt\nCanonical: https:\/\/auth\.x\//)
  }
  t.end()
})
