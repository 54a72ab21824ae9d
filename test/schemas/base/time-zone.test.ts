/** Time zones: names, offsets, and the instants of a wall time (RULES N6). */
import t from 'tap'
import { instantsOf, isZone, offsetAt, offsetsOf } from '../../../schemas/base/time-zone.js'

const HOUR = 3_600_000
const wall = (text: string): number => Date.parse(`${text}Z`)
const shown = (instants: number[] | null): string[] | undefined =>
  instants?.map((at) => new Date(at).toISOString().slice(0, 16))

t.test('names of zones', async (t) => {
  for (const zone of ['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'US/Pacific'])
    t.ok(isZone(zone), zone)
  for (const zone of ['Europe/Nowhere', '+02:00', '', 'Z'.repeat(80), 'Europe Zurich'])
    t.notOk(isZone(zone), zone)
  t.equal(offsetAt('Europe/Nowhere', 0), null)
  t.equal(instantsOf(0, 'Europe/Nowhere'), null)
  t.equal(offsetsOf('Europe/Nowhere', 2026), null)
})

t.test('the offsets of a year', async (t) => {
  t.same(offsetsOf('America/New_York', 2026), [
    { from: -Infinity, offset: -5 * HOUR },
    { from: Date.parse('2026-03-08T07:00Z'), offset: -4 * HOUR },
    { from: Date.parse('2026-11-01T06:00Z'), offset: -5 * HOUR },
  ])
  t.same(offsetsOf('Asia/Tokyo', 2026), [{ from: -Infinity, offset: 9 * HOUR }])
})

t.test(
  'a wall time is one instant, two in the doubled hour, and moves forward in the missing hour',
  async (t) => {
    t.same(shown(instantsOf(wall('2026-07-01T12:00'), 'Europe/Zurich')), ['2026-07-01T10:00'])
    t.same(shown(instantsOf(wall('2026-10-25T02:30'), 'Europe/Zurich')), [
      '2026-10-25T00:30',
      '2026-10-25T01:30',
    ])
    t.same(
      shown(instantsOf(wall('2026-03-29T02:30'), 'Europe/Zurich')),
      ['2026-03-29T01:30'],
      'moved to half past three',
    )
    t.same(
      shown(instantsOf(wall('2011-12-30T12:00'), 'Pacific/Apia')),
      ['2011-12-30T22:00'],
      'a day that Samoa skipped',
    )
  },
)

t.test('offsets are those of the runtime, and a wall time leads back to every instant', async (t) => {
  const zones = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 7 === 0)
  const wrong: string[] = []
  for (const [n, timeZone] of zones.entries()) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    for (let i = 0; i < 40; i++) {
      const instant = Date.UTC(1995, 0, 1) + ((i * 9_973 + n * 131) % 420_000) * HOUR
      const [, sign = '+', hours = '0', minutes = '0'] =
        /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant)) ?? []
      const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
      if (offsetAt(timeZone, instant) !== offset) wrong.push(`${timeZone} ${new Date(instant).toISOString()}`)
      if (instantsOf(instant + offset, timeZone)?.includes(instant) !== true)
        wrong.push(`${timeZone} ${new Date(instant).toISOString()} from its wall time`)
    }
  }
  t.same(wrong, [])
})
