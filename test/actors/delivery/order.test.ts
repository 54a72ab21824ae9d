import t from 'tap'
import { addHeads, finishLine, forgetOver, noLines, takeHead } from '../../../actors/delivery/order.js'
import type { Head } from '../../../actors/delivery/order.js'

const head = (event: string, member: string | null, sequence: number | null): Head => ({
  event,
  member,
  sequence,
  tried: 0,
  rung: 0,
  after: null,
})

t.test('unordered: first come, first served', async (t) => {
  const lines = noLines(false)
  addHeads(lines, [head('a2', 'a', 2), head('a1', 'a', 1)])
  t.same([takeHead(lines)?.event, takeHead(lines)?.event, takeHead(lines)], ['a2', 'a1', null])
  t.equal(lines.size, 0)
})

t.test('ordered: an older event that comes later goes first', async (t) => {
  const lines = noLines(true)
  addHeads(lines, [head('a2', 'a', 2), head('a4', 'a', 4), head('x', null, null)])
  const first = takeHead(lines) as Head
  addHeads(lines, [head('a3', 'a', 3)])
  t.equal(takeHead(lines)?.event, 'x', "events of no member are in nobody's way")
  t.equal(takeHead(lines), null)
  finishLine(lines, first, true)
  t.equal(takeHead(lines)?.event, 'a3')
})

t.test('many members are served in turn', async (t) => {
  const lines = noLines(true)
  const heads = Array.from({ length: 3_000 }, (_, i) => head(`e${i}`, `m${i % 1_000}`, i))
  addHeads(lines, heads)
  const seen: number[] = []
  for (let one = takeHead(lines); one !== null; one = takeHead(lines)) {
    seen.push(one.sequence ?? -1)
    finishLine(lines, one, true)
  }
  t.same(
    seen,
    heads.map((one) => one.sequence),
  )
})

t.test('a line with a gap in the store does not jump it', async (t) => {
  const lines = noLines(true)
  const one = { ...head('a1', 'a', 1) }
  addHeads(lines, [one])
  t.equal(takeHead(lines)?.event, 'a1')
  addHeads(lines, [
    { ...head('a2', 'a', 2), after: 1 },
    { ...head('a9', 'a', 9), after: 8 },
  ])
  t.same(finishLine(lines, one, true), [])
  const two = takeHead(lines) as Head
  t.equal(two.event, 'a2')
  t.same(
    finishLine(lines, two, true).map((left) => left.event),
    ['a9'],
    '3 to 8 are pending in the store',
  )
})

t.test('what the store knows to be over is forgotten, of however many members', async (t) => {
  const lines = noLines(true)
  for (let i = 0; i < 3_000; i += 1) {
    const one = head(`e${i}`, `m${i}`, 1)
    addHeads(lines, [one])
    takeHead(lines)
    finishLine(lines, one, true)
    forgetOver(lines, one)
  }
  t.equal(lines.over.size, 0)
})

t.test(
  'what is over is not forgotten while heads that were read before wait, nor for the sake of an earlier one',
  async (t) => {
    const lines = noLines(true)
    const [one, two, three] = [
      head('a1', 'a', 1),
      { ...head('a2', 'a', 2), after: 1 },
      { ...head('a3', 'a', 3), after: 2 },
    ]
    addHeads(lines, [one])
    takeHead(lines)
    addHeads(lines, [two])
    finishLine(lines, one, true)
    forgetOver(lines, one)
    t.same(addHeads(lines, [three]), [], 'the first of the line still may go')
    t.equal(takeHead(lines)?.event, 'a2')
    t.same(finishLine(lines, two, true), [])
    t.equal(takeHead(lines)?.event, 'a3')
    forgetOver(lines, one)
    t.equal(lines.over.get('a'), 2)
    t.same(finishLine(lines, three, true), [])
    forgetOver(lines, three)
    t.equal(lines.over.size, 0)
  },
)
