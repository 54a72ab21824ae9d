/** Forms and pages, which a stranger may ask for without a credential. */
import { flood, type Attack } from '../attack.js'
import { clientFrom } from '../send.js'
import { browser, signIn } from '../sign-in.js'

const NAMES = 13_000
const GUESSERS = 12
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const forms: Attack[] = [
  {
    name: `forms of ${NAMES} names`,
    short: true,
    run: async ({ hostile }, signal) => {
      const raw = Array.from({ length: NAMES }, (_, n) => `n${n}=1`).join('&')
      return await flood(signal, 4, async (n) => {
        const path = n % 2 === 0 ? '/oauth/login' : '/oauth/token'
        await hostile.send(path, { method: 'POST', raw, headers: FORM })
      })
    },
  },
  {
    name: 'wrong passwords and secrets',
    short: true,
    run: async ({ hostile, innocent }, signal) =>
      await flood(signal, 8, async (n) => {
        const basic = Buffer.from(`${hostile.clientId}:wrong${n}`).toString('base64')
        await (n % 2 === 0
          ? hostile.send('/oauth/login', {
              method: 'POST',
              raw: `email=${encodeURIComponent(innocent.email)}&password=wrong${n}`,
              headers: FORM,
            })
          : hostile.send('/oauth/token', {
              method: 'POST',
              raw: 'grant_type=client_credentials',
              headers: { ...FORM, authorization: `Basic ${basic}` },
            }))
      }),
  },
  {
    name: `wrong passwords from ${GUESSERS} addresses`,
    short: true,
    run: async ({ port }, signal) => {
      const senders = Array.from({ length: GUESSERS }, (_, n) => clientFrom(`127.0.2.${n + 1}`, port))
      return await flood(signal, GUESSERS * 4, async (n) => {
        const guess = { email: `somebody${n}@example.com`, password: `wrong${n}` }
        await signIn(browser(senders[n % GUESSERS]!, port), guess)
      })
    },
  },
  {
    name: 'pages as fast as they are answered',
    short: true,
    run: async ({ hostile }, signal) =>
      await flood(signal, 40, async (n) => {
        await hostile.send(['/oauth/login', '/docs', '/openapi.json', '/console/signup'][n % 4]!)
      }),
  },
  {
    name: 'authorization requests of nobody',
    run: async ({ hostile }, signal) =>
      await flood(signal, 8, async (n) => {
        await hostile.send(
          `/oauth/authenticate?response_type=code&client_id=${hostile.clientId}&state=${n}&redirect_uri=${encodeURIComponent('http://localhost:3000/callback')}`,
        )
      }),
  },
]
