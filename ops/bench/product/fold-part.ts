/** The product's fold worker in a process of its own, put together from its own parts. */
import { buildPlaces } from '../../../actors/itinerary/places.js'
import { decide } from '../../../actors/member/decide.js'
import { restore, weigh } from '../../../actors/member/state.js'
import type { Env } from '../../../actors/member/env.js'
import { connect } from '../../../db/connect.js'
import { control } from '../../../db/control.js'
import { deadStore } from '../../../db/dead.js'
import { leaseIdSlot } from '../../../db/id-slots.js'
import { memberStore } from '../../../db/members.js'
import { outboxStore } from '../../../db/outbox.js'
import { partitionStore } from '../../../db/parts.js'
import { idGenerator } from '../../../schemas/ids.js'
import { inlineThinker } from '../../../workers/fold/inline.js'
import { startFold } from '../../../workers/fold/service.js'
import { connectStream } from '../../../workers/stream/connect.js'
import { answer, partOptions } from '../process.js'
import { readReference } from '../reference.js'
import { quietLog as log } from '../world.js'

export interface FoldPartOptions { database: string, nats: string, url: string }

const options = await partOptions<FoldPartOptions>()
const worker = `bench-${process.pid}`
const database = connect({ url: options.database, name: worker, log })
const session = control({ url: options.database, name: worker, log })
const nc = await connectStream({ url: options.nats, name: worker })
const slot = await leaseIdSlot(database.pool, { owner: worker, log, lost: () => process.exit(1) })
const ids = idGenerator(slot.slot, Date.now)
const { airports, cities, airlines, sources } = await readReference(database)
const places = buildPlaces(airports, cities, airlines)
const ranks = new Map(sources.map(source => [source.id, source]))
const env = (now: number): Env => ({ now, id: ids.next, places, source: id => ranks.get(id), url: options.url })
const service = await startFold({
  worker,
  nc,
  members: memberStore(database.pool),
  parts: partitionStore({ worker, control: session, pool: database.pool }),
  outbox: outboxStore(database.pool),
  dead: deadStore(database.pool),
  thinker: inlineThinker({ restore: (stored, now) => restore(stored, env(now)), decide: (state, messages, now) => decide(state, messages, env(now)), weigh }),
  log,
  now: Date.now,
  settings: { version: 'bench' }
})
process.once('SIGTERM', () => { void service.stop().then(() => process.exit(0)) })
answer({ up: true })
