/** Forms and pages, which a stranger may ask for without a credential. */
import { flood, type Attack } from '../attack.js'

const NAMES = 13_000
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
    name: 'authorization requests of nobody',
    run: async ({ hostile }, signal) =>
      await flood(signal, 8, async (n) => {
        await hostile.send(
          `/oauth/authenticate?response_type=code&client_id=${hostile.clientId}&state=${n}&redirect_uri=${encodeURIComponent('http://localhost:3000/callback')}`,
        )
      }),
  },
]
