/** What the EVENTS stream says becomes pending deliveries: the verdict on each message is a value, the stream's room settles it. */
import type { Told } from '../../schemas/delivery.js'
import type { Log } from '../../schemas/log.js'
import type { FanOutStore } from './ports.js'

/** Whether a message is done with; `later` asks for it again after `ms`, `never` sets it aside. */
export type Verdict = { is: 'done' } | { is: 'later', ms: number } | { is: 'never', why: string }

const AGAIN_MS = 1_000

/** Judges a batch of message bodies, in their order. `due` is called when a callback has something to send. */
export function fanOutBatch (store: FanOutStore, log: Log, due: () => void): (bodies: Uint8Array[]) => Promise<Verdict[]> {
  const decoder = new TextDecoder()
  return async bodies => {
    const told = bodies.map(bytes => readTold(decoder.decode(bytes)))
    try {
      const events = told.filter(one => one !== null)
      if (events.length > 0 && await store.fanOut(events)) due()
    } catch (error) {
      log.warn({ error, events: told.length }, 'events could not be turned into deliveries; they will be told again')
      return told.map(() => ({ is: 'later', ms: AGAIN_MS }))
    }
    return told.map(one => one === null ? { is: 'never', why: 'not an event' } : { is: 'done' })
  }
}

/** Id and instant of the event in the text; null when it is no event of ours. */
function readTold (text: string): Told | null {
  try {
    const event: unknown = JSON.parse(text)
    if (typeof event !== 'object' || event === null || !('id' in event) || !('created' in event)) return null
    const { id, created } = event
    if (typeof id !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) || typeof created !== 'string') return null
    const at = Date.parse(created)
    return Number.isNaN(at) ? null : { id, created: at }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
