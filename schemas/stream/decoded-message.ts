/** Messages of the SEGMENTS stream as the workers fold them and the store keeps them. */
import type { ErrorCode } from '../base/errors.js'
import type { Id } from '../base/ids.js'
import type { Envelope } from './message.js'

/** A message as it is saved with its effects: a row of raw_batch. */
export interface DecodedMessage {
  seq: number
  member: Id
  envelope: Envelope
  body: string
}

/**
 * A message that is kept without any effect. Without a `refusal` its member does not exist, or was erased: of such a
 * message only what answers for its id is stored.
 */
export interface RefusedMessage extends DecodedMessage {
  refusal?: { error: ErrorCode; error_description: string }
}
