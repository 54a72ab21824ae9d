/** What a role of the service can do in NATS, as the users of ops/deploy have it: what it needs, and nothing else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from 'nats'
import type { NatsConnection } from 'nats'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { ROLES } from '../../../ops/roles/role.js'
import { memberSubject, STREAMS } from '../../../schemas/stream/subjects.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { openReadSession } from '../../../workers/stream/session.js'
import { ensureStreams, streamState } from '../../../workers/stream/setup.js'
import { roleUsers } from '../../support/nats-users.js'
import { ownNats } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { LISTENED, PERMISSIONS, REQUESTS, SUBJECTS } from './permissions.js'

const CONSUMERS = ['webhook-delivery', 'f-p0-e1-fold-1', 'other']

/** Subjects with each stream and each consumer in the place of S and C. */
const concrete = (subjects: readonly string[]): string[] => {
  const streams = [...STREAMS, 'OTHER']
  const named = subjects.flatMap((subject) => streams.map((name) => subject.replace(/\bS\b/, name)))
  const all = named.flatMap((subject) => CONSUMERS.map((name) => subject.replace(/\bC\b/, name)))
  return [...new Set(all)]
}

/** Whether a subject is among those of a pattern of NATS. */
const matches = (pattern: string, subject: string): boolean => {
  const tokens = subject.split('.')
  const wanted = pattern.split('.')
  const open = wanted.at(-1) === '>'
  if (open ? tokens.length < wanted.length : tokens.length !== wanted.length) return false
  return wanted.every((token, i) => token === '*' || token === '>' || token === tokens[i])
}

const isGranted = (rights: Record<string, string>, subject: string): boolean =>
  Object.keys(rights).some((pattern) => matches(pattern, subject))

/** Connects users of one server with the streams of the service. */
async function usersOf(t: Test): Promise<(user: string) => Promise<NatsConnection>> {
  const nats = await ownNats(t, { authorization: roleUsers() })
  const as = async (user: string): Promise<NatsConnection> => {
    const url = `nats://${user}:${user}-password@127.0.0.1:${nats.port}`
    const nc = await connectStream({ url, name: user, inbox: `_INBOX_${user}` })
    t.teardown(async () => {
      await nc.close()
    })
    return nc
  }
  await ensureStreams(await as('operator'), { partitions: 1, maxBytes: 64 * 2 ** 20, replicas: 1 })
  return as
}

t.test('the users of ops/deploy have the rights of the table, and no others', (t) => {
  const conf = readFileSync(join(ROOT, 'ops/deploy/nats/users.conf'), 'utf8').replace(/^\s*#.*$/gm, '')
  for (const role of ROLES) {
    const [, user = ''] = new RegExp(`user: ${role},([^]*?)user:`).exec(conf) ?? []
    for (const operation of ['publish', 'subscribe'] as const) {
      const [, list = ''] = new RegExp(`${operation}: \\[([^\\]]*)\\]`).exec(user) ?? []
      const subjects = [...list.matchAll(/"([^"]+)"/g)].map(([, subject]) => subject)
      t.same(subjects.sort(), Object.keys(PERMISSIONS[role][operation]).sort(), `${role}: ${operation}`)
    }
  }
  t.end()
})

t.test('a server refuses a role every request that it does not need', async (t) => {
  const as = await usersOf(t)
  const published = concrete([...REQUESTS, ...SUBJECTS])
  t.ok(published.length > 250, `${published.length} subjects`)
  for (const role of ROLES) {
    const nc = await as(role)
    const refused = new Set<string>()
    void (async () => {
      for await (const status of nc.status())
        if (status.type === 'error' && status.error instanceof errors.PermissionViolationError)
          refused.add(`${status.error.operation} ${status.error.subject}`)
    })()
    // No request: what a role may ask is answered as a mistake and changes nothing.
    for (const subject of published) nc.publish(subject, 'x', { reply: `_INBOX_${role}.none` })
    for (const subject of LISTENED) nc.subscribe(subject, { callback: () => {} })
    nc.publish('the.last')
    await until('the server has judged all', () => refused.delete('publish the.last'))
    const { publish, subscribe } = PERMISSIONS[role]
    const expected = [
      ...published.filter((subject) => !isGranted(publish, subject)).map((subject) => `publish ${subject}`),
      ...LISTENED.filter((subject) => !(subject in subscribe)).map((subject) => `subscription ${subject}`),
    ]
    t.same([...refused].sort(), expected.sort(), role)
  }
})

t.test('as api nobody reads the batches that the fold reads, nor ends its session', async (t) => {
  const as = await usersOf(t)
  const [operator, api, fold] = [await as('operator'), await as('api'), await as('fold')]
  const { slices } = await streamState(operator)
  const session = await openReadSession(fold, {
    ...{ partition: 0, division: { slices, partitions: 1 }, epoch: 1, worker: 'fold-1', attempt: 1, from: 1 },
  })
  const read: number[] = []
  const reading = (async () => {
    for await (const { seq } of session.messages) read.push(seq)
  })()

  const heard: string[] = []
  const listen = (subject: string): void => {
    api.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) heard.push(message.subject)
      },
    })
  }
  for (const subject of ['_INBOX.>', '_INBOX_fold.>', '_INBOX_operator.>', '>']) listen(subject)
  listen('_INBOX_api.spy')
  const push = { deliver_subject: '_INBOX_api.spy', deliver_policy: 'all', ack_policy: 'none' }
  const ask = async (request: string, body: unknown): Promise<unknown> =>
    await api.request(`$JS.API.${request}`, JSON.stringify(body), { timeout: 1_000 })
  const attacks: Array<[request: string, body: unknown]> = [
    ['CONSUMER.CREATE.SEGMENTS', { stream_name: 'SEGMENTS', config: push }],
    ['CONSUMER.CREATE.SEGMENTS.spy', { stream_name: 'SEGMENTS', config: { ...push, name: 'spy' } }],
    [
      'STREAM.CREATE.SPY',
      { name: 'SPY', mirror: { name: 'SEGMENTS' }, republish: { dest: '_INBOX_api.spy' } },
    ],
    ['STREAM.PURGE.EVENTS', {}],
    ['STREAM.DELETE.EVENTS', ''],
    ['CONSUMER.DELETE.SEGMENTS.f-p0-e1-fold-1-1', ''],
  ]
  for (const [request, body] of attacks)
    await t.rejects(ask(request, body), /permissions violation/i, request)
  await t.rejects(api.request('events.p3', '{}', { timeout: 1_000 }), /permissions violation/i)

  const sender = publisher(await as('deliver'), { deadlineMs: 5_000 })
  t.teardown(() => {
    sender.close()
  })
  const { seq } = await sender.publish(new Uint8Array(1), memberSubject('1001'), 'of another member')
  await until('the fold has read it', () => read.includes(seq))
  await api.flush()
  t.same(heard, [])
  await session.close()
  await reading
})
