/**
 * Payloads of events read lately: several callbacks wait for the same event at about the same time, and an event never
 * changes. Two generations, the older one dropped when the younger is full.
 */
export interface Payload { type: string, resource: string | null, body: string }

export interface PayloadCache {
  get: (event: string) => Payload | undefined
  put: (event: string, payload: Payload) => void
}

/** Holds payloads of at most about `bytes`, those read last. */
export function payloadCache (bytes: number): PayloadCache {
  let young = new Map<string, Payload>()
  let old = new Map<string, Payload>()
  let weight = 0
  return {
    get: event => young.get(event) ?? old.get(event),
    put: (event, payload) => {
      if (weight > bytes / 2) { old = young; young = new Map(); weight = 0 }
      young.set(event, payload)
      weight += payload.body.length
    }
  }
}
