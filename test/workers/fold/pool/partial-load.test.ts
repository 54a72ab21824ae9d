/**
 * Members too large for the cache, with the real rules and Postgres: loaded in part, folded as if loaded
 * whole.
 */
import t, { type Test } from 'tap'
import { memberStore } from '../../../../db/fold/member-store.js'
import { readMemberHistory } from '../../../../db/fold/member-history.js'
import { memberRules } from '../../../../ops/wiring/member-rules.js'
import { encodeMessage } from '../../../../schemas/stream/message.js'
import { inlineExecutor } from '../../../../workers/fold/pool/inline-executor.js'
import { noFoldMetrics } from '../../../../workers/fold/fold-metrics.js'
import { prepareCommit } from '../../../../workers/fold/step/prepare-commit.js'
import { rebuildMember } from '../../../../workers/fold/rebuild.js'
import type { MemberStore } from '../../../../schemas/stream/member-store.js'
import type { ReceivedMessage } from '../../../../workers/stream/session.js'
import { seededRandom, journeys } from '../../../support/journeys.js'
import { applyOne } from '../../../db/fold/commits.js'
import { addPartitions } from '../../../support/fold/partition-rows.js'
import { sources } from '../../../support/world.js'
import { openDatabase } from '../../../support/open-database.js'

const MEMBERS = ['11', '12']

async function setup(t: Test) {
  const db = await openDatabase(t)
  const { pool } = db
  await addPartitions(pool, 1)
  await pool.query(
    `insert into member (id, doc) select id::bigint, json_build_object('id', id)::text from unnest($1::text[]) id`,
    [MEMBERS],
  )
  let ids = 1_000_000
  const rules = await memberRules({
    pool,
    source: (id) => sources.get(id),
    newId: () => String(++ids),
    url: 'https://api.test',
  })
  return { pool, rules, members: memberStore(pool) }
}

/** Statements about the members' journeys, in steps of a few messages each. */
function steps(trips: number): ReceivedMessage[][] {
  const roll = seededRandom(5)
  const statements = MEMBERS.flatMap((member, m) =>
    journeys(40 + m, trips).map((said) => ({ member, ...said })),
  ).sort((a, b) => a.at - b.at)
  const messages = statements.map(({ member, at, segment }, i): ReceivedMessage => ({
    seq: i + 1,
    subject: `seg.0.${member}`,
    member,
    stored: 0,
    pending: 0,
    bytes: encodeMessage(
      {
        v: 1,
        kind: 'segments',
        batch: String(9_000_000 + i),
        first: String(5_000_000 + i),
        count: 1,
        received: at,
      },
      Buffer.from(JSON.stringify({ segments: [segment] })),
    ),
  }))
  const out: ReceivedMessage[][] = []
  while (messages.length > 0) out.push(messages.splice(0, 1 + roll(9)))
  return out
}

t.test(
  'members that do not fit the cache are loaded in part, and fold as if from the beginning',
  async (t) => {
    const { pool, rules, members } = await setup(t)
    const calls = { full: 0, part: 0, brought: 0 }
    const counted: MemberStore = {
      ...members,
      load: async (ids, full) => {
        calls[full === undefined ? 'full' : 'part'] += 1
        return await members.load(ids, full)
      },
      segments: async (asked) => {
        calls.brought += 1
        return await members.segments(asked)
      },
    }
    const executor = inlineExecutor(rules, 1)
    let cursor = 0
    let revision = 0
    for (const messages of steps(22)) {
      const commit = await prepareCommit(
        { members: counted, executor, now: () => cursor, metrics: noFoldMetrics },
        { partition: 0, epoch: 1, parked: new Set() },
        cursor,
        messages,
      )
      if ((await applyOne(members, { ...commit, revision: revision++ })) === 'fenced')
        throw new Error('fenced')
      cursor = commit.cursor
    }
    for (const member of MEMBERS) {
      const history = await readMemberHistory(pool, member)
      if (history === null) throw new Error(`no member ${member}`)
      t.ok(history.segments.length > 80, `${history.segments.length} segments`)
      t.same(rebuildMember(rules, history), [], 'the same as folding everything at once')
    }
    t.ok(calls.brought > 2, `segments were brought ${calls.brought} times in ${calls.part} loads`)
    t.ok(calls.full < calls.part / 8, `${calls.full} members were brought whole`)
  },
)

t.test('when the store fails in the middle of a step, nothing of the step stays cached', async (t) => {
  const { pool, rules, members } = await setup(t)
  let broken = false
  const failing: MemberStore = {
    ...members,
    segments: async (asked) => {
      if (broken) throw new Error('the database went away')
      return await members.segments(asked)
    },
  }
  const executor = inlineExecutor(rules)
  const deps = { members: failing, executor, now: () => 1, metrics: noFoldMetrics }
  const owner = { partition: 0, epoch: 1, parked: new Set<string>() }
  const all = steps(22)
  let cursor = 0
  let revision = 0
  let failures = 0
  for (const messages of all) {
    broken = true
    const commit = await prepareCommit(deps, owner, cursor, messages).catch(async () => {
      failures += 1
      for (const { member } of messages) t.equal(executor.cached(member, '0.1'), null)
      broken = false
      return await prepareCommit(deps, owner, cursor, messages)
    })
    t.equal(commit.messages.length, messages.length)
    if ((await applyOne(members, { ...commit, revision: revision++ })) === 'fenced') throw new Error('fenced')
    cursor = commit.cursor
  }
  t.ok(failures > 0, `${failures} failures`)
  for (const member of MEMBERS) t.same(rebuildMember(rules, (await readMemberHistory(pool, member))!), [])
})
