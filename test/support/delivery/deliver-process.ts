/**
 * A delivery worker in a process of its own, to be killed: DATABASE, NATS, NAME and perhaps LEASE and KEY
 * (another key than that of the callbacks) are in its environment.
 */
import { connect } from '../../../db/pg/connect.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { vault } from '../../../api/oauth/vault.js'
import { startDeliveryWorker } from '../../../workers/deliver/service.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { consumeEvents } from '../../../workers/stream/event-consumer.js'
import { silentLog } from '../silent-log.js'
import { LOCAL_GUARD, SETTINGS } from './test-worker.js'
import { SECRET_KEY } from './webhooks.js'

const realDate = Date
const { DATABASE = '', NATS = '', NAME = '', LEASE = '', KEY = SECRET_KEY } = process.env
const log = silentLog()
const database = connect({ url: DATABASE, direct: true, name: NAME, log, size: 6 })
const nc = await connectStream({ url: NATS, name: NAME })
const safe = vault(KEY)
await startDeliveryWorker({
  store: deliveryStore(database.pool),
  consumeEvents: (judge) => consumeEvents(nc, judge, log, { ackWaitMs: 2_000 }),
  onSettingsChange: callbackChanges(nc).subscribe,
  ssrfRules: LOCAL_GUARD,
  open: (sealed) => safe.open('webhook', sealed).toString('utf8'),
  signingKeys: () => [],
  baseUrl: 'https://api.example',
  log,
  worker: NAME,
  settings: LEASE === '' ? SETTINGS : { ...SETTINGS, leaseMs: Number(LEASE) },
})
process.on('message', ({ jump }: { jump: number }) => {
  jumpClock(jump)
})
process.send?.('ready')

/** Shifts the wall clock of this process by `ms` from now on. */
function jumpClock(ms: number): void {
  const Right = realDate
  globalThis.Date = class extends Right {
    constructor(...given: []) {
      super(...(given.length === 0 ? ([Right.now() + ms] as unknown as []) : given))
    }

    static override now(): number {
      return Right.now() + ms
    }
  } as DateConstructor
}
