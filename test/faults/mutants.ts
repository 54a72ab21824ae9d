/**
 * Workers without one guarantee each. At least one fault must catch each of them, or the faults prove
 * nothing.
 *
 * - `no-epoch`: commits do not check for another owner.
 * - `no-revision`: commits do not check that they follow the one before.
 * - `no-message-id`: publishers send repeats as new messages.
 * - `outbox-outside`: events are written after the commit, not with it.
 */
import pg from 'pg'
import { eventNotices } from '../../schemas/stream/event-notice.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import type { MemberStore } from '../../schemas/stream/member-store.js'

export const MUTANTS = ['no-epoch', 'no-revision', 'no-message-id', 'outbox-outside'] as const
export type Mutant = (typeof MUTANTS)[number]

const PREDICATES: Partial<Record<Mutant, [RegExp, string]>> = {
  'no-epoch': [/state\.epoch = expected\.epoch/g, 'expected.epoch is not null'],
  'no-revision': [
    /position\.revision = (?:expected\.revision|any \(array\[expected\.revision\]\))/g,
    'expected.revision is not null',
  ],
}

/** The pool, with one predicate removed from the commit statement. */
export function mutantPool(mutant: Mutant, real: pg.Pool): pg.Pool {
  const cut = PREDICATES[mutant]
  if (cut === undefined) return real
  const query = real.query.bind(real)
  const change = (config: pg.QueryConfig | string): void => {
    if (typeof config === 'string' || !config.name?.startsWith('commit')) return
    const text = config.text.replaceAll(cut[0], cut[1])
    if (text === config.text)
      throw new Error(`the statement has no ${cut[0].source}: the mutant ${mutant} has no effect`)
    // In place: it may be a prepared query object that sends itself (bind-message.ts).
    config.text = text
  }
  const changed = (config: pg.QueryConfig, ...rest: never[]): unknown => {
    change(config)
    return query(config, ...rest)
  }
  return Object.assign(Object.create(real) as pg.Pool, { query: changed })
}

const PAUSE_MS = 30

/** The store, with events written in a separate statement. */
export function mutantMembers(mutant: Mutant, real: MemberStore, databaseUrl: string): MemberStore {
  if (mutant !== 'outbox-outside') return real
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  return {
    ...real,
    apply: async (commits) => {
      const answer = await real.apply(
        commits.map((commit) => ({
          ...commit,
          folded: commit.folded.map((folded) => ({ ...folded, events: [] })),
        })),
      )
      if (answer === 'fenced') return answer
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      for (const { partition, folded } of commits) {
        for (const { member, events } of folded) {
          for (const { id, sequence, type, resourceId, created, body } of events) {
            await pool.query(
              `insert into event (id, member_id, sequence, type, resource_id, created, body)
              values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), $7)`,
              [id, member, sequence, type, resourceId, created, body],
            )
          }
          for (const { id, body } of eventNotices(member, events)) {
            await pool.query('insert into outbox (partition, event_id, body) values ($1, $2, $3)', [
              partition,
              id,
              body,
            ])
          }
        }
      }
      return answer.map(({ revision }) => ({ revision, notices: null }))
    },
  }
}

/** The connection without headers: no message has an id. */
export function withoutIds(nc: NatsConnection): NatsConnection {
  const bare: Pick<NatsConnection, 'publish'> = {
    publish: (subject, payload, options) => {
      nc.publish(subject, payload, options?.reply === undefined ? {} : { reply: options.reply })
    },
  }
  return Object.assign(Object.create(nc) as NatsConnection, bare)
}
