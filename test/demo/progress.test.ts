import t from 'tap'
import { progress } from './progress.js'

t.test('prints a line every tenth to a log, and redraws one line on a terminal', async (t) => {
  const log: string[] = []
  const lines = progress('sent', 100, { write: (text) => log.push(text) }, () => 0)
  for (let i = 0; i <= 100; i++) lines.at(i)
  lines.end()
  t.equal(log.length, 11)
  t.match(log.at(-1), /^sent \[#{32}\] 100 %\n$/)

  const screen: string[] = []
  let clock = 0
  const bar = progress('sent', 100, { isTTY: true, write: (text) => screen.push(text) }, () => clock)
  bar.at(1, '10 segments')
  bar.at(2)
  clock = 200
  bar.at(50)
  bar.end()
  t.equal(screen.length, 3, 'redrawn at most ten times a second')
  t.match(screen[0], '10 segments')
  t.equal(screen[2], '\n')
})

t.test('draws nothing without a stream', async (t) => {
  const drawn = [process.stdout, process.stderr].map((out) => t.capture(out, 'write'))
  const silent = progress('x', 1, null, () => 0)
  silent.at(1)
  silent.end()
  const calls = drawn.flatMap((calls) => {
    const all = calls()
    calls.restore()
    return all
  })
  t.same(
    calls.map((call) => call.args),
    [],
  )
})
