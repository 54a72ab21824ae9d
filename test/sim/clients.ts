/**
 * The clients of the api: one chain per member; each message is repeated under the same id until it is acknowledged, as a
 * client with an Idempotency-Key does. The journal has what was acknowledged.
 */
import { IdsUnavailableError } from '../../schemas/base/ids.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import type { Fleet, Node } from './fleet.js'
import type { Entry } from './oracle.js'

const CLIENT_TIMEOUT_MS = 12_000
const RETRY_MS = 150
const encoder = new TextEncoder()

export class Clients {
  apis: Node[] = []
  isStopping = false
  private open = 0

  constructor(
    private readonly fleet: Fleet,
    private readonly pauseMs: number,
    private readonly largeShare: number,
  ) {}

  start(apis: number): void {
    const { fleet } = this
    for (let api = 0; api < apis; api++) this.apis.push(fleet.startApi())
    for (const member of fleet.db.members.keys()) {
      this.open += 1
      void this.chain(member)
    }
  }

  /** Whether every chain has ended. */
  areDone(): boolean {
    return this.open === 0
  }

  private async chain(member: string): Promise<void> {
    const { time, oracle } = this.fleet
    await time.sleep(time.between(0, this.pauseMs))
    for (let n = 0; !this.isStopping; n++) {
      const entry: Entry = {
        member,
        n,
        batch: await this.newBatch(),
        seq: null,
        sentAt: time.now,
        ackedAt: null,
      }
      const body = { n, ...(time.chance(this.largeShare) ? { large: true } : {}) }
      const bytes = encodeMessage(
        { v: 1, kind: 'segments', batch: entry.batch, received: Math.floor(time.now) },
        encoder.encode(JSON.stringify(body)),
      )
      oracle.sent(entry)
      while ((entry.seq = await this.attempt(entry, bytes)) === null) await time.sleep(RETRY_MS)
      entry.ackedAt = time.now
      oracle.acknowledged(entry)
      await time.sleep(this.pauseMs * time.between(0.2, 1.8))
    }
    this.open -= 1
  }

  private async newBatch(): Promise<string> {
    const { fleet } = this
    for (;;) {
      try {
        const api = fleet.time.pick(this.apis)
        if (api.process.frozenAt === null) return fleet.newId(api)
      } catch (error) {
        if (!(error instanceof IdsUnavailableError)) throw error
      }
      await fleet.time.sleep(RETRY_MS)
    }
  }

  /** One request through one of the api processes; the sequence under which it is stored, or null. */
  private async attempt({ member, batch }: Entry, bytes: Uint8Array): Promise<number | null> {
    const { time, broker } = this.fleet
    const api = time.pick(this.apis)
    return await new Promise((resolve) => {
      const answer = (seq: number | null): void => {
        time.after(0, null, () => {
          resolve(seq)
        })
      }
      time.after(CLIENT_TIMEOUT_MS, null, () => {
        resolve(null)
      })
      time.within(api.process, () => {
        broker.publish(api.broker, { subject: memberSubject(member), bytes, id: batch }, 10_000).then(
          ({ seq }) => {
            answer(seq)
          },
          (error: unknown) => {
            if (!(error instanceof PublishError)) throw error
            answer(null)
          },
        )
      })
    })
  }
}
