import t from 'tap'
import { progressText } from '../../../../ops/cli/feed/progress.js'

t.test('rate, share and time left, on a terminal with a bar', (t) => {
  const text = progressText(true, 'lines')
  text({ lines: 0, rejected: 0, bytes: 0, size: 1_000 }, 0)
  t.equal(
    text({ lines: 2_000, rejected: 3, bytes: 250, size: 1_000 }, 2_000),
    `[${'#'.repeat(6)}${'-'.repeat(18)}]  2,000 lines  3 rejected  1,000/s  25%  0:06 left`,
  )
  for (let s = 3; s < 13; s += 1) text({ lines: 2_000, rejected: 3, bytes: 250, size: 1_000 }, s * 1_000)
  t.equal(
    text({ lines: 2_900, rejected: 3, bytes: 500, size: 1_000 }, 13_000).slice(28),
    '2,900 lines  3 rejected  100/s  50%  0:29 left',
    'the rate is that of the last seconds',
  )
  t.equal(
    progressText(false, 'lines')({ lines: 7, rejected: 0, bytes: 9, size: null }, 0),
    '7 lines  0 rejected  0/s',
    'of standard input nobody knows the rest',
  )
  t.end()
})
