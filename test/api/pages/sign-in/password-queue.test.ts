/** Who waits for whom when passwords are hashed (oauth.md 3.6). */
import { availableParallelism } from 'node:os'
import t from 'tap'
import { hashesAtOnce, passwords } from '../../../../api/pages/sign-in/passwords.js'
import type { Attempter } from '../../../../api/pages/ports.js'

const CHEAP_KIBIBYTES = 64
const GUESSERS = 12
const guesser = (n: number): Attempter => ({ strangerFrom: `192.0.2.${n % GUESSERS}` })

t.test('a known device goes before guesses, and a newcomer waits for one of each network', async (t) => {
  const { verify } = await passwords(new Set(), CHEAP_KIBIBYTES)
  const done: string[] = []
  const ask = async (who: string, by: Attempter): Promise<void> => {
    await verify(null, 'a guess', by)
    done.push(who)
  }
  const asked = Array.from({ length: 60 }, async (_, n) => {
    await ask('guesser', guesser(n))
  })
  asked.push(ask('newcomer', { strangerFrom: '198.51.100.1' }), ask('device', { known: 'device' }))
  await Promise.all(asked)
  t.ok(done.indexOf('device') <= 4, `${done.indexOf('device')} before the device`)
  t.ok(done.indexOf('newcomer') <= GUESSERS + 3, `${done.indexOf('newcomer')} before the newcomer`)
})

t.test('a long queue refuses who has had most, of known devices too', async (t) => {
  const { verify } = await passwords(new Set(), CHEAP_KIBIBYTES)
  const outcome = async (by: Attempter): Promise<string> => {
    try {
      await verify(null, 'a guess', by)
      return 'done'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const device: Attempter = { known: 'busy device' }
  for (let n = 0; n < 20; n += 1) await outcome(device)
  const busy = Array.from({ length: 80 }, async (_, n) => await outcome(n % 2 === 0 ? guesser(n) : device))
  const others = [{ strangerFrom: '198.51.100.1' }, { strangerFrom: '2001:db8::1' }, { known: 'other' }].map(
    outcome,
  )
  t.same(await Promise.all(others), ['done', 'done', 'done'])
  const refused = (await Promise.all(busy)).filter((code) => code === 'rate_limited')
  t.equal(refused.length, 80 + 3 - 64 - hashesAtOnce(availableParallelism()))
})

t.test('one processor of two is left to everybody else', (t) => {
  t.same([1, 2, 3, 8].map(hashesAtOnce), [1, 1, 2, 2])
  t.end()
})
