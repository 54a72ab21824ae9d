/** Commits events to the log and announces them on the stream, in place of the fold. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { eventNotices } from '../../../schemas/stream/event-notice.js'
import { eventSubject } from '../../../schemas/stream/subjects.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import type { Publisher } from '../../../workers/stream/publish.js'

export interface TestEvent {
  id: string
  member: string
  sequence: number
  type: string
}

export interface TestEvents {
  /** Commits one event per member to the log, in sequence; `extra` is added to its object, `data` to its data. */
  commit: (
    members: string[],
    type?: string,
    extra?: Record<string, unknown>,
    data?: Record<string, unknown>,
  ) => Promise<TestEvent[]>
  /** Publishes the notices of committed events. */
  announce: (events: TestEvent[]) => Promise<void>
  /** `commit`, then `announce`. */
  emit: (members: string[], type?: string) => Promise<TestEvent[]>
}

const INSERT = `
  insert into event (id, member_id, sequence, type, resource_id, created, body)
  select id, member_id, sequence, type, '77', $5, body
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $6::text[])
    as x(id, member_id, sequence, type, body)`

export function testEvents(pool: pg.Pool, publisher: Publisher): TestEvents {
  const sequences = new Map<string, number>()
  const createdAt = new Map<string, number>()

  const commit: TestEvents['commit'] = async (members, type = 'trip.updated', extra = {}, data = {}) => {
    const events = members.map((member) => {
      const sequence = (sequences.get(member) ?? 0) + 1
      sequences.set(member, sequence)
      return { id: uuidOf(`${member} ${sequence}`), member, sequence, type }
    })
    const created = new Date()
    for (const event of events) createdAt.set(event.id, created.getTime())
    await pool.query(INSERT, [
      events.map((event) => event.id),
      members,
      events.map((event) => event.sequence),
      events.map((event) => event.type),
      created,
      events.map((event) => eventBody(event, created, extra, data)),
    ])
    return events
  }

  const announce: TestEvents['announce'] = async (events) => {
    const encoder = new TextEncoder()
    const notices = events.flatMap(({ id, member }) =>
      eventNotices(member, [{ id, created: createdAt.get(id) ?? 0 }]),
    )
    await Promise.all(
      notices.map(async ({ id, body }) => await publisher.publish(encoder.encode(body), eventSubject(0), id)),
    )
  }

  return {
    commit,
    announce,
    emit: async (members, type) => {
      const events = await commit(members, type)
      await announce(events)
      return events
    },
  }
}

function eventBody(
  event: TestEvent,
  created: Date,
  extra: Record<string, unknown>,
  data: Record<string, unknown>,
): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    created: instantText(created),
    member_id: event.member,
    resource_id: '77',
    sequence: event.sequence,
    api_version: '2',
    data: {
      object: { id: '77', ...extra },
      previous_attributes: null,
      changed_fields: [],
      material: true,
      ...data,
    },
  })
}

function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
