/** Requests with a valid token, each as dear as it can be made. */
import { flood, type Attack } from '../attack.js'

const FAULTS = 100_000

export const requests: Attack[] = [
  {
    name: 'requests that wait',
    short: true,
    run: async ({ hostile }, signal) =>
      await flood(signal, 300, async (n) => {
        await hostile.send('/v2/segments', {
          method: 'POST',
          token: hostile.memberToken,
          body: { segments: [meeting(n)] },
          headers: { prefer: 'wait=10' },
        })
      }),
  },
  {
    name: `bodies with ${FAULTS} faults`,
    short: true,
    run: async ({ hostile }, signal) => {
      const raw = `{"segments":[${Array.from({ length: FAULTS }, () => '1').join(',')}]}`
      return await flood(signal, 4, async () => {
        await hostile.send('/v2/segments', {
          method: 'POST',
          token: hostile.memberToken,
          raw,
          headers: { 'content-type': 'application/json' },
        })
      })
    },
  },
  {
    name: 'calendars of many segments',
    run: async ({ hostile }, signal) => {
      const made = await hostile.send('/v2/calendar-feeds', {
        method: 'POST',
        token: hostile.memberToken,
        body: { name: 'all of it' },
      })
      const { url } = JSON.parse(made.text) as { url: string }
      const { pathname, search } = new URL(url)
      return await flood(signal, 8, async () => {
        await hostile.send(`${pathname}${search}`)
      })
    },
  },
  {
    name: 'pings of an endpoint that does not answer',
    run: async ({ hostile }, signal) => {
      const made = await hostile.send('/v2/callbacks', {
        method: 'POST',
        token: hostile.appToken,
        body: { url: 'https://192.0.2.1/hook', events: ['*'] },
      })
      const { id } = JSON.parse(made.text) as { id: string }
      return await flood(signal, 40, async () => {
        await hostile.send(`/v2/callbacks/${id}/ping`, { method: 'POST', token: hostile.appToken })
      })
    },
  },
]

function meeting(n: number): Record<string, string> {
  const day = new Date(Date.now() + (60 + (n % 300)) * 86_400_000).toISOString().slice(0, 10)
  return {
    type: 'Meeting',
    status: 'Active',
    source: 'manual',
    activity_name: `Talk ${n}`,
    start_datetime: `${day}T10:00`,
    end_datetime: `${day}T11:00`,
    start_city_name: 'Paris',
    start_country: 'FR',
  }
}
