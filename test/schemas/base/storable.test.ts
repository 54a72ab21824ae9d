import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.test(
  'text that cannot be stored is refused with one message everywhere; a replacement character is text',
  async (t) => {
    const ingress = await startIngress(t)
    const token = await ingress.token(await ingress.createMember())
    const ask = async (
      path: string,
      method: 'GET' | 'POST' | 'PUT',
      body?: unknown,
    ): Promise<[number, string]> => {
      const { status, text } = await ingress.request(path, {
        method,
        token,
        ...(body === undefined ? {} : { body }),
      })
      return [status, text]
    }
    const flight = {
      type: 'Air',
      source: 'manual',
      airline: 'DL',
      flight_num: '42',
      origin: 'JFK',
      destination: 'LHR',
      departure_datetime: '2026-12-01T18:00',
      arrival_datetime: '2026-12-02T06:00',
    }
    for (const bad of ['a\0', '\ud800b', 'c\udc00']) {
      for (const [path, method, body, words] of [
        [
          '/v2/segments',
          'POST',
          { segments: [{ ...flight, notes: bad }] },
          'Field \\"notes\\" contains NUL or unpaired surrogate characters; remove them.',
        ],
        [
          '/v2/accounts',
          'POST',
          { source: 'airline_dl', account_id: bad },
          'Field \\"account_id\\" contains NUL or unpaired surrogate characters.',
        ],
        [
          '/v2/trips',
          'POST',
          { headline: bad },
          'Field \\"headline\\" contains NUL or unpaired surrogate characters.',
        ],
        [
          '/v2/calendar-feeds',
          'POST',
          { name: bad },
          'Field \\"name\\" contains NUL or unpaired surrogate characters.',
        ],
        [
          '/v2/me',
          'PUT',
          { last_name: bad },
          'Field \\"last_name\\" contains NUL or unpaired surrogate characters.',
        ],
      ] as const) {
        const [status, text] = await ask(path, method, body)
        t.equal(status, 400, path)
        t.ok(text.includes(words), text)
      }
    }
    t.match(await ask('/v2/sources?q=a%00', 'GET'), [
      400,
      /Parameter \\"q\\" contains NUL or unpaired surrogate characters\./,
    ])
    t.match(await ask('/v2/sources/a%00', 'GET'), [404, /There is no source with this id/])
    t.equal((await ask('/v2/sources?q=%EF%BF%BD', 'GET'))[0], 200)
    t.equal(
      (await ask('/v2/segments', 'POST', { segments: [{ ...flight, notes: 'Gr\ufffd\ufffde 🛫' }] }))[0],
      202,
    )
  },
)
