/** Carries the counts of request limits between the nodes of the door: best effort, nothing is stored. */
import type { NatsConnection } from 'nats'
import { fieldsOf, isObject } from './heard.js'

export interface Counts { node: string, window: number, counts: Record<string, number> }

const SUBJECT = 'limits'

/** On one connection; it ends with the connection. What cannot be read is left out: a newer node may say more. */
export function countExchange (nc: NatsConnection): { send: (counts: Counts) => void, receive: (listener: (counts: Counts) => void) => void } {
  return {
    send: counts => { if (!nc.isClosed()) nc.publish(SUBJECT, JSON.stringify(counts)) },
    receive: listener => {
      nc.subscribe(SUBJECT, {
        callback: (error, message) => {
          if (error !== null) return
          const { node, window, counts } = fieldsOf(message) ?? {}
          if (typeof node === 'string' && typeof window === 'number' && areCounts(counts)) listener({ node, window, counts })
        }
      })
    }
  }
}

function areCounts (value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every(count => typeof count === 'number')
}
