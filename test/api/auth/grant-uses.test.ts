/** When the tokens of grants were last used (oauth.md 6.1). */
import t from 'tap'
import type { FastifyRequest } from 'fastify'
import { grantUses } from '../../../api/auth/grant-uses.js'
import { silentLog } from '../../support/silent-log.js'

const answered = (status = 200) => ({
  method: 'GET',
  route: '/v2/trips',
  status,
  ms: 1,
  request: 'r',
  client: 'app',
})
const by = (grant: string): FastifyRequest =>
  ({ caller: { kind: 'member', member: '1', client: 'app', grant, scopes: null } }) as FastifyRequest
const settled = async (): Promise<void> => {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}

t.test('a grant is written once an hour, refused requests and applications never', async (t) => {
  let now = 0
  const saved: string[][] = []
  const observe = grantUses({
    save: async (grants) => {
      saved.push(grants)
      await Promise.resolve()
    },
    now: () => now,
    log: silentLog(),
  })
  observe(answered(403), by('1'))
  observe(answered(), { caller: { kind: 'app', client: 'app', by: 'token' } } as FastifyRequest)
  observe(answered(), { caller: null } as FastifyRequest)
  t.same(saved, [])
  for (let i = 0; i < 3; i++) observe(answered(), by('1'))
  observe(answered(), by('2'))
  await settled()
  t.same(saved, [['1'], ['2']])
  now = 3_600_000
  observe(answered(), by('1'))
  await settled()
  t.same(saved.at(-1), ['1'])
})

t.test('a database that is away is logged, and costs no later write', async (t) => {
  const log = silentLog()
  let fails = true
  const saved: string[][] = []
  const observe = grantUses({
    save: async (grants) => {
      if (fails) await Promise.reject(new Error('away'))
      saved.push(grants)
    },
    now: () => 0,
    log,
  })
  observe(answered(), by('1'))
  await settled()
  t.match(log.lines, [{ message: 'uses of grants not recorded' }])
  fails = false
  observe(answered(), by('2'))
  await settled()
  t.same(saved, [['2']])
})
