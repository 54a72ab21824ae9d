/** The faults that a seed draws from, each with what it does to the fleet; whatever it takes away comes back by itself. */
import { decodeMessage } from '../../schemas/stream/message.js'
import { isMarker, memberOf } from '../../schemas/stream/subjects.js'
import type { Clients } from './clients.js'
import type { Fleet, Node } from './fleet.js'
import { highestCursor } from './operator-commands.js'
import { divide } from './operator.js'

export interface World {
  fleet: Fleet
  clients: Clients
  delivers: Node[]
}

interface Fault {
  name: string
  /** How likely it is beside the others. */
  weight: number
  /** At most one of a kind in a run: together, two damages to the stream can hide each other. */
  kind?: 'damage' | 'division'
  strike: (world: World) => void
}

function later(world: World, seconds: [number, number], work: () => void): void {
  const { time } = world.fleet
  time.after(time.between(...seconds) * 1_000, null, work)
}

function anyFold({ fleet }: World): Node | undefined {
  return fleet.folds.size === 0 ? undefined : fleet.time.pick([...fleet.folds.keys()])
}

function anyNode({ fleet }: World): Node {
  return fleet.time.pick([...fleet.nodes])
}

/** Another leader; the former one may go on answering for up to 20 s (workers/fold/ownership/halt-partitions.ts). */
function changeLeader(world: World): void {
  const { time, broker } = world.fleet
  const former = broker.segments.leader
  if (former === null) return
  if (time.chance(0.3)) broker.misleadFor(time.between(1_000, 18_000))
  broker.segments.elect(time.between(50, 4_000))
  if (time.chance(0.5)) broker.endConsumers(({ replica }) => replica === former)
}

function loseEnd(world: World, streamId?: string): void {
  const { fleet } = world
  const { segments } = fleet.broker
  const cursor = highestCursor(fleet.db)
  if (cursor < 10 || segments.leader === null) return
  const lastSeq = streamId === undefined ? Math.max(1, cursor - Math.floor(fleet.time.between(1, 30))) : 0
  removed(world, ({ seq }) => seq > lastSeq)
  // All servers are down for it.
  fleet.endBroker()
  fleet.broker.stale = null
  segments.restore(lastSeq, streamId)
  later(world, [0.3, 6], () => {
    fleet.broker.isUp = true
  })
}

/** Tells the oracle what is about to leave the stream. */
function removed({ fleet }: World, which: (message: { seq: number }) => boolean): void {
  const { messages } = fleet.broker.segments.truth
  const batches = messages
    .filter((message) => which(message) && !isMarker(memberOf(message.subject)))
    .map(({ bytes }) => decodeMessage(bytes).envelope.batch)
  fleet.oracle.loses(batches)
}

const FAULTS: Fault[] = [
  {
    name: 'fold worker killed',
    weight: 4,
    strike: (world) => {
      const node = anyFold(world)
      if (node === undefined) return
      world.fleet.kill(node)
      later(world, [0.3, 5], () => {
        world.fleet.startFold()
      })
    },
  },
  {
    name: 'fold worker stopped, another started',
    weight: 2,
    strike: (world) => {
      const node = anyFold(world)
      if (node === undefined) return
      if (world.fleet.time.chance(0.7)) world.fleet.startFold()
      if (world.fleet.folds.size > 1) world.fleet.stopFold(node)
    },
  },
  {
    name: 'process frozen',
    weight: 4,
    strike: (world) => {
      const { process } = world.fleet.time.chance(0.8) ? (anyFold(world) ?? anyNode(world)) : anyNode(world)
      world.fleet.time.freeze(process)
      later(world, [0.2, 9], () => {
        world.fleet.time.thaw(process)
      })
    },
  },
  {
    name: 'data connections cut while Postgres is slow',
    weight: 5,
    strike: (world) => {
      world.fleet.slowMs = 2_000
      later(world, [0.2, 1.2], () => {
        for (const node of world.fleet.folds.keys()) node.pool.cut()
        world.fleet.slowMs = 0
      })
    },
  },
  {
    name: 'control connection cut',
    weight: 2,
    strike: (world) => {
      anyNode(world).control.cut()
    },
  },
  {
    name: 'connection silent',
    weight: 2,
    strike: (world) => {
      const node = anyNode(world)
      const links = world.fleet.time.chance(0.5) ? [node.control, node.pool, node.broker] : [node.broker]
      for (const link of links) link.silent = true
      later(world, [1, 7], () => {
        for (const link of links) {
          link.silent = false
          link.cut()
        }
      })
    },
  },
  {
    name: 'Postgres slow',
    weight: 4,
    strike: (world) => {
      world.fleet.slowMs = world.fleet.time.between(300, 2_500)
      later(world, [1, 6], () => {
        world.fleet.slowMs = 0
      })
    },
  },
  {
    name: 'Postgres away',
    weight: 2,
    strike: (world) => {
      world.fleet.endPostgres()
      later(world, [0.2, 6], () => {
        world.fleet.isPostgresUp = true
      })
    },
  },
  {
    name: 'broker away',
    weight: 1,
    strike: (world) => {
      world.fleet.endBroker()
      later(world, [0.3, 6], () => {
        world.fleet.broker.isUp = true
      })
    },
  },
  { name: 'leader changed', weight: 4, strike: changeLeader },
  {
    name: 'replica lags',
    weight: 5,
    strike: (world) => {
      const replica = world.fleet.time.pick(world.fleet.broker.segments.replicas)
      replica.lagMs = world.fleet.time.between(200, 2_000)
      later(world, [2, 12], () => {
        replica.lagMs = 3
      })
    },
  },
  {
    name: 'replica ended',
    weight: 2,
    strike: (world) => {
      const { broker } = world.fleet
      const { segments } = broker
      const replica = world.fleet.time.pick(segments.replicas)
      if (!segments.replicas.every(({ alive }) => alive)) return
      if (replica === segments.leader)
        segments.elect(world.fleet.time.between(500, 4_000), segments.replicas[(replica.index + 1) % 3]!)
      replica.alive = false
      broker.endConsumers((consumer) => consumer.replica === replica)
      later(world, [0.5, 6], () => {
        replica.alive = true
        segments.applyLater(replica)
      })
    },
  },
  {
    name: 'stream restored to an older state',
    weight: 2,
    kind: 'damage',
    strike: (world) => {
      loseEnd(world)
    },
  },
  {
    name: 'stream recreated',
    weight: 1,
    kind: 'damage',
    strike: (world) => {
      loseEnd(world, 'stream-1')
    },
  },
  {
    name: 'repartitioned',
    weight: 3,
    kind: 'division',
    strike: (world) => {
      divide(world.fleet)
    },
  },
  {
    name: 'old messages aged out',
    weight: 1,
    strike: (world) => {
      const { segments } = world.fleet.broker
      const { messages } = segments.truth
      const from = messages[Math.floor(messages.length / 2)]?.seq ?? 0
      if (segments.leader === null || from === 0) return
      removed(world, ({ seq }) => seq < from)
      segments.purge(from)
    },
  },
  {
    name: 'record of a message lost',
    weight: 2,
    kind: 'damage',
    strike: (world) => {
      const { time, broker } = world.fleet
      const { segments } = broker
      const message = time.pick(segments.truth.messages.slice(-3))
      if (message === undefined || isMarker(memberOf(message.subject))) return
      removed(world, ({ seq }) => seq === message.seq)
      segments.erase(message.seq, time.chance(0.5) ? segments.replicas : [time.pick(segments.replicas)])
    },
  },
  {
    name: 'event that cannot be fanned out',
    weight: 2,
    strike: ({ fleet }) => {
      const event = [...fleet.db.events.values()].at(-1)
      if (event !== undefined) fleet.deliveries.failing.add(event.id)
    },
  },
  {
    name: 'event notices lost',
    weight: 1,
    strike: ({ fleet }) => {
      fleet.broker.events.lose()
    },
  },
  {
    name: 'api processes replaced one after another',
    weight: 3,
    strike: (world) => {
      const { fleet, clients } = world
      for (const place of clients.apis.keys())
        later(world, [0, 6], () => {
          fleet.kill(clients.apis[place]!)
          clients.apis[place] = fleet.startApi()
        })
    },
  },
  {
    name: 'delivery worker killed',
    weight: 1,
    strike: (world) => {
      const node = world.delivers.pop()
      if (node === undefined) return
      world.fleet.kill(node)
      later(world, [0.2, 4], () => {
        world.delivers.push(world.fleet.startDeliver())
      })
    },
  },
  {
    name: 'clock set',
    weight: 2,
    strike: (world) => {
      anyNode(world).process.clockOffset = Math.round(world.fleet.time.between(-5_000, 5_000))
    },
  },
]

/** Draws this many faults and lets them strike between these virtual times. */
export function planFaults(world: World, count: number, [from, to]: [number, number]): void {
  const { time } = world.fleet
  let left = FAULTS
  for (let fault = 0; fault < count && left.length > 0; fault++) {
    let lot = time.random() * left.reduce((sum, { weight }) => sum + weight, 0)
    const { name, strike, kind } = left.find(({ weight }) => (lot -= weight) < 0)!
    if (kind !== undefined) left = left.filter((one) => one.kind !== kind)
    time.after(time.between(from, to), null, () => {
      time.note('FAULT', name)
      strike(world)
    })
  }
}
