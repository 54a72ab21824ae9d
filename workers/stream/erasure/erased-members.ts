/**
 * Who was erased, noted outside of Postgres: a database that is restored to a time before has these members again
 * (ops/docs/personal-data.md). One message without a body per member, in a stream that keeps them for ever.
 */
import type { NatsConnection } from 'nats'
import type { Id } from '../../../schemas/base/ids.js'
import { ERASED_STREAM, erasedSubject, memberOf } from '../../../schemas/stream/subjects.js'
import { orNullIfMissing, streamManager } from '../setup.js'

const TIMEOUT_MS = 10_000

/** Notes an erasure. Throws if the stream is missing or does not answer. */
export async function noteErased(nc: NatsConnection, member: Id): Promise<void> {
  const answer = await nc.request(erasedSubject(member), '', { timeout: TIMEOUT_MS })
  const { error } = answer.json<{ error?: { description: string } }>()
  if (error !== undefined) throw new Error(`${ERASED_STREAM}: ${error.description}`)
}

/** The members whose erasure was noted. */
export async function erasedMembers(nc: NatsConnection): Promise<Id[]> {
  const jsm = await streamManager(nc, TIMEOUT_MS)
  const info = await orNullIfMissing(jsm.streams.info(ERASED_STREAM, { subjects_filter: erasedSubject('*') }))
  return Object.keys(info?.state.subjects ?? {}).map(memberOf)
}
