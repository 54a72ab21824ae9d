/** What a form costs, whatever is in it (limits.md). */
import type { FastifyRequest } from 'fastify'
import fc from 'fast-check'
import t from 'tap'
import { bodyObject } from '../../../../api/http/form/form-body.js'
import { FORM_TYPE, MAX_FORM_NAMES, readFormFields } from '../../../../api/http/form/form-fields.js'
import { readParameters } from '../../../../api/oauth/parameters.js'

const request = (text: string | Buffer): FastifyRequest =>
  ({ headers: { 'content-type': FORM_TYPE }, body: Buffer.from(text) }) as unknown as FastifyRequest
const names = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${n.toString(36)}=`).join('&')
const TOO_MANY = { code: 'invalid_request', message: /at most 200 different names/ }

const MAX_MS = 10
const MAX_RUNS = 12

/**
 * Milliseconds of CPU of the fastest of several runs: the first ones compile, and what else this process does counts
 * too. A refusal is what it costs as well.
 */
function cost(run: () => unknown): number {
  let least = Infinity
  for (let runs = 0; runs < MAX_RUNS && least >= MAX_MS; runs += 1) {
    const before = process.cpuUsage()
    try {
      run()
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_MANY.code) throw error
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

t.test('200 names are read, 201 are refused', async (t) => {
  t.equal(readFormFields(names(MAX_FORM_NAMES)).size, MAX_FORM_NAMES)
  t.throws(() => readFormFields(names(MAX_FORM_NAMES + 1)), TOO_MANY)
  t.throws(() => bodyObject(request(names(MAX_FORM_NAMES + 1)), {}), TOO_MANY)
  t.throws(() => readParameters(names(MAX_FORM_NAMES + 1)), TOO_MANY)
})

t.test('13,000 fields cost less than 10 ms', async (t) => {
  const properties = { list: { type: 'array', items: { type: 'string' } } }
  const repeated = Array.from({ length: 13_000 }, (_, n) => `list=${n % 10}`).join('&')
  const cases: Array<[string, () => unknown]> = [
    ['13,000 names', () => bodyObject(request(names(13_000)), properties)],
    ['13,000 values of one name', () => bodyObject(request(repeated), properties)],
    ['64 kB of escapes', () => bodyObject(request(`a=${'%C3%A9'.repeat(10_000)}`), {})],
    ['64 kB of brackets', () => bodyObject(request(`${'['.repeat(64_000)}=`), properties)],
    ['64 kB of a list', () => bodyObject(request('list[]=&'.repeat(8_000)), properties)],
    ['64 kB of broken escapes', () => bodyObject(request(`a=${'%'.repeat(65_000)}`), {})],
    ['13,000 parameters of a token request', () => readParameters(names(13_000))],
  ]
  for (const [what, run] of cases) {
    const ms = cost(run)
    t.ok(ms < MAX_MS, `${what}: ${ms.toFixed(1)} ms`)
  }
})

t.test('the fields are those of the URL standard', async () => {
  const anyText = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText)), (pairs) => {
      const text = new URLSearchParams(pairs)
      const fields = readFormFields(text.toString())
      for (const name of fields.keys())
        if (text.getAll(name).join('\n') !== fields.get(name)?.join('\n')) return false
      return fields.size === new Set(text.keys()).size
    }),
  )
})

t.test('bytes that are not UTF-8 are refused, escaped or not', async (t) => {
  for (const text of ['a=%FF', 'a=%C3', Buffer.from([0x61, 0x3d, 0xff]), 'a=%ed%a0%80'])
    t.throws(() => bodyObject(request(text), {}), { message: 'The body is not valid UTF-8.' })
  t.same(bodyObject(request('a=%C3%A9%&b=%zz&c=%4'), {}), { a: 'é%', b: '%zz', c: '%4' })
})
