/**
 * An event's payload as it waits to be signed and sent: bytes with room in front, where each signature puts what it is over
 * besides the body. They are made once per event, whatever number of callbacks and attempts share them.
 */

/** Bytes in front of a payload: enough for a block of SHA-256, an event's id and the seconds of an instant. */
export const SIGNATURE_PREFIX_BYTES = 128

/** The text as UTF-8 behind `PAYLOAD_ROOM` bytes of no meaning. */
export function webhookBody(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(SIGNATURE_PREFIX_BYTES + Buffer.byteLength(text))
  bytes.write(text, SIGNATURE_PREFIX_BYTES)
  return bytes
}
