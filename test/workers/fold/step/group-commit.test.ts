import t, { type Test } from 'tap'
import { connect } from '../../../../db/pg/connect.js'
import { memberStore } from '../../../../db/fold/member-store.js'
import { PoisonMessageError } from '../../../../workers/lib/errors.js'
import { noFoldMetrics } from '../../../../workers/fold/fold-metrics.js'
import { ongoingFailures } from '../../../../workers/lib/ongoing-failures.js'
import { saveCommit, type SaveCommitDeps } from '../../../../workers/fold/step/save-commit.js'
import { groupCommit } from '../../../../workers/fold/step/group-commit.js'
import type { SavedPosition } from '../../../../schemas/stream/partition-store.js'
import type { Commit, MemberStore } from '../../../../schemas/stream/member-store.js'
import { commit, folded, message, segmentWrite } from '../../../db/fold/commits.js'
import { silentLog } from '../../../support/silent-log.js'
import { addPartitions } from '../../../support/fold/partition-rows.js'
import { openDatabase } from '../../../support/open-database.js'

const PARTITIONS = 10

async function setup(t: Test) {
  const { url, pool } = await openDatabase(t)
  await addPartitions(pool, PARTITIONS, 100)
  await pool.query("insert into member (id, doc) select id, '{}' from generate_series(0, $1::int - 1) id", [
    PARTITIONS,
  ])
  const members = memberStore(pool)
  /** Commits per transaction. */
  const groups: number[] = []
  let [now, most] = [0, 0]
  const apply: MemberStore['apply'] = async (commits) => {
    groups.push(commits.length)
    most = Math.max(most, ++now)
    try {
      return await members.apply(commits)
    } finally {
      now -= 1
    }
  }
  const cursors = async (): Promise<number[]> =>
    (await pool.query<{ cursor: number }>('select cursor from partition_state order by partition')).rows.map(
      (row) => row.cursor,
    )
  return { url, pool, members, apply, groups, cursors, most: () => most }
}

/** One message of the member whose id is the partition's number. */
function one(partition: number, more: Partial<Commit> = {}): Commit {
  return commit(partition, 1, 100, 101, {
    messages: [message(String(partition), 101, String(500 + partition))],
    folded: [folded(String(partition), 101, { segments: [segmentWrite(String(700 + partition))] })],
    ...more,
  })
}

const all = Array.from({ length: PARTITIONS }, (_, p) => p)

const savingDeps = (
  { probe }: MemberStore,
  apply: SaveCommitDeps['apply'],
  position: SaveCommitDeps['position'],
): SaveCommitDeps => ({
  apply,
  position,
  log: silentLog(),
  metrics: noFoldMetrics,
  probe,
  health: ongoingFailures<number>(),
})

t.test('commits that arrive while two transactions run share the next one', async (t) => {
  const { apply, groups, cursors, most } = await setup(t)
  const saving = groupCommit(apply)
  const answers = await Promise.all(all.map(async (p) => await saving(one(p))))
  t.ok(answers.every((answer) => answer !== 'fenced'))
  t.same(groups, [1, 1, 8])
  t.equal(most(), 2)
  t.same(
    await cursors(),
    all.map(() => 101),
  )
})

t.test('a shared transaction has a bounded number of messages', async (t) => {
  const { apply, groups } = await setup(t)
  const saving = groupCommit(apply)
  const many = (p: number): Commit =>
    commit(p, 1, 100, 113, {
      messages: Array.from({ length: 12 }, (_, i) => message(String(p), 101 + i, String(1_000 + p * 20 + i))),
      folded: [folded(String(p), 112)],
    })
  await Promise.all(all.map(async (p) => await saving(many(p))))
  t.same(groups, [1, 1, 2, 2, 2, 2])
})

t.test('a fenced commit is fenced alone', async (t) => {
  const { apply, cursors } = await setup(t)
  const saving = groupCommit(apply)
  const answers = await Promise.all(all.map(async (p) => await saving(one(p, p === 5 ? { epoch: 0 } : {}))))
  t.same(
    answers.map((answer) => answer === 'fenced'),
    all.map((p) => p === 5),
  )
  t.same(
    await cursors(),
    all.map((p) => (p === 5 ? 100 : 101)),
  )
})

t.test('data refused by Postgres fails only its own commit', async (t) => {
  const { apply, cursors, members } = await setup(t)
  const saving = groupCommit(apply)
  const bad = { folded: [folded('5', 101, { segments: [segmentWrite('no number')] })] }
  const deps = savingDeps(members, saving, async () => ({
    epoch: 1,
    revision: 100,
    cursor: 100,
    cursorStored: null,
  }))
  const answers = await Promise.allSettled(
    all.map(async (p) => await saveCommit(deps, one(p, p === 5 ? bad : {}), AbortSignal.timeout(20_000))),
  )
  t.same(
    answers.map((answer) => answer.status),
    all.map((p) => (p === 5 ? 'rejected' : 'fulfilled')),
  )
  t.ok(answers[5]?.status === 'rejected' && answers[5].reason instanceof PoisonMessageError)
  t.same(
    await cursors(),
    all.map((p) => (p === 5 ? 100 : 101)),
  )
})

t.test('when the answer to a transaction is lost, each commit learns its own fate', async (t) => {
  const { pool, apply, cursors, members } = await setup(t)
  let lost = 0
  const saving = groupCommit(async (commits) => {
    const answer = await apply(commits)
    if (commits.length > 1 && lost++ === 0) throw new Error('the connection broke before the answer came')
    return answer
  })
  const position = async (partition: number): Promise<SavedPosition> =>
    (
      await pool.query<SavedPosition>(
        'select epoch, revision, cursor, null as "cursorStored" from partition_state where partition = $1',
        [partition],
      )
    ).rows[0] ?? { epoch: 0, revision: 0, cursor: 0, cursorStored: null }
  const answers = await Promise.all(
    all.map(
      async (p) =>
        await saveCommit(savingDeps(members, saving, position), one(p), AbortSignal.timeout(20_000)),
    ),
  )
  t.equal(lost, 1)
  t.same(
    answers.map(({ notices }) => notices === null),
    all.map((p) => p >= 2),
    'the outbox has to be read',
  )
  t.same(
    await cursors(),
    all.map(() => 101),
  )
  t.equal((await pool.query<{ n: number }>('select count(*) as n from raw_batch')).rows[0]?.n, PARTITIONS)
})

t.test('a commit that takes too long fails alone, and one by itself waits for nobody', async (t) => {
  const { pool, groups, cursors, url } = await setup(t)
  await pool.query(`
    create function hostile() returns trigger language plpgsql as $$
      begin perform pg_sleep(10); return new; end $$;
    create trigger hostile before insert on segment for each row when (new.member_id = 5)
      execute function hostile()`)
  const short = connect({
    url: `${url}?options=-c%20statement_timeout%3D1500ms`,
    name: 'test',
    log: silentLog(),
  })
  t.teardown(async () => {
    await short.close()
  })
  const members = memberStore(short.pool)
  const saving = groupCommit(async (commits) => {
    groups.push(commits.length)
    return await members.apply(commits)
  })
  const answers = await Promise.allSettled(all.map(async (p) => await saving(one(p))))
  t.same(groups.slice(0, 3), [1, 1, 8])
  t.same(
    answers.map((answer) => answer.status),
    all.map((p) => (p === 5 ? 'rejected' : 'fulfilled')),
  )
  t.same(
    await cursors(),
    all.map((p) => (p === 5 ? 100 : 101)),
  )
  const next = (p: number): Commit => ({ ...one(p), revision: 101, cursor: 102, messages: [], folded: [] })
  const busy = [saving(one(5)), saving(one(5))]
  const waiting = saving(next(1))
  t.not(await saving(next(2), true), 'fenced', 'it does not wait while two transactions run')
  t.same((await cursors()).slice(1, 3), [101, 102])
  await Promise.allSettled([...busy, waiting])
})
