/** Faults of the servers and the network (workers/DESIGN.md 7: 6, 12 to 14, 16, 17). */
import type { JetStreamManager } from '@nats-io/jetstream'
import pg from 'pg'
import type { Test } from 'tap'
import { streamManager } from '../../workers/stream/setup.js'
import { until } from '../support/until.js'
import { onLab, quick, type Fault } from './fault.js'
import type { Lab } from './lab.js'
import { backlog } from './oracle.js'

export const servers: Fault[] = [
  {
    number: 6,
    name: 'the broker is killed and comes back a second later',
    short: true,
    run: onLab({}, async (lab, t, world) => {
      await lab.restartNats(1_000)
      await lab.load(2)
      quick(t, world, lab.stall(), 4_000, 'folding continues within three seconds of its return')
    }),
  },
  {
    number: 12,
    name: 'the stream is full while no worker runs: refused, and accepted again when there is room',
    run: onLab({ maxBytes: 256 * 1024, pause: 5 }, async (lab, t) => {
      const jsm = await filled(lab)
      const before = lab.journal.acked.length
      await jsm.streams.update('SEGMENTS', { max_bytes: 128 * 2 ** 20 })
      await until('senders are accepted again', () => lab.journal.acked.length > before + 50)
      t.pass('without a restart')
      await lab.startWorker()
    }),
  },
  {
    number: 12,
    name: 'the stream is full of folded messages: the oldest are trimmed',
    run: onLab({ maxBytes: 256 * 1024, pause: 5 }, async (lab, t) => {
      const jsm = await filled(lab)
      const { state } = await jsm.streams.info('SEGMENTS')
      await lab.startWorker()
      await until(
        'the stream has carried three times what it holds',
        async () => (await jsm.streams.info('SEGMENTS')).state.last_seq > 3 * state.messages,
        60_000,
      )
      const now = (await jsm.streams.info('SEGMENTS')).state
      t.ok(now.messages < state.messages * 1.1, `${now.messages} messages of ${now.last_seq} are kept`)
      // Idle partitions did not halt.
      t.same(
        (await lab.stack.pool.query("select partition from partition_state where status <> 'ok'")).rows,
        [],
      )
    }),
  },
  {
    number: 12,
    name: 'the event stream is full: folding continues, under the next owner too, and events follow when there is room',
    short: true,
    run: onLab({}, async (lab, t) => {
      const jsm = await streamManager(lab.stack.nc)
      const { state } = await jsm.streams.info('EVENTS')
      await jsm.streams.update('EVENTS', { max_bytes: state.bytes + 10_000 })
      const waiting = async (): Promise<number> =>
        Number(
          (await lab.stack.pool.query<{ n: string }>('select count(*) as n from unpublished_notice')).rows[0]
            ?.n,
        )
      await until('events wait in the outbox', async () => (await waiting()) > 100, 20_000)
      await lab.kill(lab.randomWorker()[0])
      await lab.startWorker()
      const before = lab.journal.acked.length
      await until(
        'more messages reach the next owners',
        () => lab.journal.acked.length > before + 100,
        20_000,
      )
      const later = lab.journal.acked.slice(before)
      await until(
        'and are folded',
        async () => (await backlog(lab.stack.databaseUrl, later)).messages === 0,
        20_000,
      )
      t.ok((await waiting()) > 100, 'while the events still wait')
      await jsm.streams.update('EVENTS', { max_bytes: 128 * 2 ** 20 })
    }),
  },
  {
    number: 13,
    name: 'the broker goes silent for its workers: they give up their partitions, and resume when it answers',
    run: onLab({}, async (lab) => {
      lab.natsProxy.stall('both')
      await until('the workers give up their partitions', async () => (await lab.owners()).size === 0, 6_000)
      lab.natsProxy.resume()
      await lab.allOwned()
      await lab.load(0.5)
    }),
  },
  {
    number: 14,
    name: 'Postgres goes silent for the workers, in both directions and in one',
    run: onLab({}, async (lab) => {
      for (const direction of ['both', 'up', 'down'] as const) {
        lab.pgProxy.stall(direction)
        await lab.load(1.5 + 2 * lab.random())
        lab.pgProxy.resume()
        await lab.load(0.5)
      }
    }),
  },
  {
    number: 16,
    name: 'an answer is lost while the commit still waits for a lock',
    run: onLab({}, lostAnswer),
  },
  {
    number: 16,
    name: "the workers' Postgres sessions are terminated repeatedly",
    run: onLab({}, async (lab, _t, { long }) => {
      for (let i = 0; i < 8 * long; i++) {
        await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'worker-%' and random() < 0.5`)
        await lab.load(0.3)
      }
    }),
  },
  {
    number: 16,
    name: 'Postgres is killed and comes back',
    short: true,
    run: onLab({}, async (lab, _t, { base }) => {
      await base.restart()
      await lab.load(2)
    }),
  },
  {
    number: 17,
    name: 'acknowledgements are lost on their way to the senders',
    run: onLab({}, async (lab, _t, { long }) => {
      for (let i = 0; i < 2 * long; i++) {
        lab.senderProxy.stall('down')
        await lab.load(1.2)
        lab.senderProxy.drop()
        lab.senderProxy.resume()
        await lab.load(0.5)
      }
    }),
  },
  {
    number: 17,
    name: 'batches are repeated after the dedupe window: stored twice, folded once',
    run: onLab({}, async (lab, t) => {
      await lab.load(1)
      const repeated = await lab.resend(100)
      t.ok(repeated > 0, `${repeated} batches are in the stream twice`)
      await lab.load(0.5)
    }),
  },
]

/**
 * Commits wait for a lock in Postgres while their clients are disconnected: they succeed without an answer.
 */
async function lostAnswer(lab: Lab, t: Test): Promise<void> {
  const client = new pg.Client({ connectionString: lab.stack.databaseUrl })
  await client.connect()
  try {
    for (let i = 0; i < 3; i++) {
      await client.query('begin')
      await client.query('select 1 from partition_owner for update')
      await until(
        'commits wait for the lock',
        async () =>
          (
            await lab.stack.pool.query(
              `select 1 from pg_stat_activity where datname = current_database() and application_name like 'worker-%' and wait_event_type = 'Lock'`,
            )
          ).rows.length > 2,
      )
      lab.pgProxy.drop()
      await lab.load(0.6)
      await client.query('commit')
      await lab.load(0.5)
    }
  } finally {
    await client.end()
  }
  t.pass()
}

/** Kills all workers and waits until SEGMENTS is full; EVENTS keeps room. */
async function filled(lab: Lab): Promise<JetStreamManager> {
  const jsm = await streamManager(lab.stack.nc)
  await jsm.streams.update('EVENTS', { max_bytes: 128 * 2 ** 20 })
  for (const name of [...lab.workers.keys()]) await lab.kill(name)
  await until('senders are refused', () => lab.journal.repeats() > 50, 20_000)
  return jsm
}
