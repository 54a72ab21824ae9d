/** A random mix, seeded (workers/DESIGN.md 7: 20). */
import { offline } from './offline.js'
import { onLab, type Fault } from './fault.js'
import type { Lab } from './lab.js'

const MEMBERS = 12

export const mixes: Fault[] = [
  {
    number: 20,
    name: 'a random mix',
    run: onLab({}, async (lab, _t, { long }) => {
      for (let i = 0; i < 6 * long; i++) {
        await inflictRandomFault(lab)
        await lab.load(0.3)
      }
    }),
  },
  {
    number: 20,
    name: 'a random mix under the real rules: trips equal the offline fold of the same input',
    run: onLab({ real: true, members: MEMBERS, pause: 150 }, async (lab, t, { long }) => {
      for (let i = 0; i < 6 * long; i++) await inflictRandomFault(lab)
      await lab.journal.finished()
      await lab.drained()
      const { pool, databaseUrl } = lab.stack
      const {
        rows: [sum],
      } = await pool.query<{ segments: number; trips: number }>(
        "select (select count(*) from segment where status = 'Active') as segments, (select count(*) from trip where status <> 'Deleted') as trips",
      )
      t.ok(Number(sum?.trips) > MEMBERS, `${sum?.segments} live segments on ${sum?.trips} trips`)
      // Control: the comparison detects one changed document among thousands.
      const {
        rows: [row],
      } = await pool.query<{ id: number; doc: string }>(
        "select id, doc from trip where status = 'Active' and doc like '%\"begin_datetime\":\"2%' order by id limit 1",
      )
      if (row === undefined) throw new Error('there is no trip')
      await pool.query('update trip set doc = $2 where id = $1', [
        row.id,
        row.doc.replace(/"begin_datetime":"\d{4}/, '"begin_datetime":"1999'),
      ])
      t.equal(
        (await offline(databaseUrl, lab.journal.acked, lab.nextMessage)).length,
        1,
        'a trip changed outside the fold is detected',
      )
      await pool.query('update trip set doc = $2 where id = $1', [row.id, row.doc])
    }),
  },
]

async function inflictRandomFault(lab: Lab): Promise<void> {
  const roll = lab.random()
  const [name, worker] = lab.randomWorker()
  if (roll < 0.25) {
    await lab.kill(name)
    await lab.startWorker()
  } else if (roll < 0.4) {
    worker.child.kill('SIGSTOP')
    await lab.load(0.5 + 3.5 * lab.random())
    worker.child.kill('SIGCONT')
  } else if (roll < 0.55) {
    if (lab.workers.size > 1 && lab.random() < 0.5) await lab.stopWorker(name)
    else await lab.startWorker()
  } else if (roll < 0.7) {
    await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'worker-%'`)
  } else if (roll < 0.8) await lab.restartNats(300)
  else if (roll < 0.9) lab.pgProxy.drop()
  else {
    lab.senderProxy.stall('down')
    await lab.load(1)
    lab.senderProxy.drop()
    lab.senderProxy.resume()
  }
}
