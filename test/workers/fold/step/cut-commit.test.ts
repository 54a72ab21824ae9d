import t from 'tap'
import { commitSize } from '../../../../schemas/stream/commit-size.js'
import type { Commit, PreparedCommit } from '../../../../schemas/stream/member-store.js'
import { cutCommit } from '../../../../workers/fold/step/cut-commit.js'
import { commit, folded, message, segmentWrite } from '../../../db/fold/commits.js'

const LIMITS = { rows: 10, bytes: 1_000 }

/** A commit of members that write so many segments each, with a message each. */
function of(segments: number[]): Commit {
  return commit(0, 1, 100, 100 + segments.length, {
    messages: segments.map((_, i) => message(String(i + 1), 101 + i, String(500 + i))),
    folded: segments.map((count, i) =>
      folded(String(i + 1), 101 + i, {
        segments: Array.from({ length: count }, (_, n) => segmentWrite(String(1_000 * (i + 1) + n))),
      }),
    ),
    cursorStored: 7,
    refused: [message('99', 101, '599')],
  })
}

function parts(whole: PreparedCommit): PreparedCommit[] {
  const out: PreparedCommit[] = []
  for (let left: PreparedCommit | null = whole; left !== null;) {
    const cut: ReturnType<typeof cutCommit> = cutCommit(left, 100, LIMITS)
    out.push(cut.part)
    left = cut.rest
  }
  return out
}

t.test('a small commit, or one of a single member, is not cut', (t) => {
  for (const whole of [of([1, 2]), of([50]), of([])]) t.same(parts(whole), [whole])
  t.end()
})

t.test('a large one is cut by member, small members first; only the last part moves the cursor', (t) => {
  const whole = of([30, 2, 5, 1, 2])
  const cut = parts(whole)
  t.same(
    cut.map((part) => part.folded.map(({ member }) => member)),
    [['2', '4'], ['5'], ['3'], ['1']].map((members) => members),
  )
  t.same(
    cut.map((part) => part.messages.map(({ member }) => member).sort()),
    cut.map((part) => part.folded.map(({ member }) => member).sort()),
    'each part has the messages of its members',
  )
  for (const part of cut.slice(0, -1)) {
    t.equal(part.cursor, 100)
    t.notOk('refused' in part)
    t.ok(part.folded.length === 1 || commitSize(part).rows <= LIMITS.rows)
  }
  t.match(cut.at(-1), { cursor: 105, cursorStored: 7, refused: whole.refused })
  t.end()
})
