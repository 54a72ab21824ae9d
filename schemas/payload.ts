/**
 * An event's payload as it waits to be signed and sent: bytes with room in front, where each signature puts what it is over
 * besides the body. They are made once per event, whatever number of callbacks and attempts share them.
 */

/** Bytes in front of a payload: enough for a block of SHA-256, an event's id and the seconds of an instant. */
export const PAYLOAD_ROOM = 128

/** The text as UTF-8 behind `PAYLOAD_ROOM` bytes of no meaning. */
export function payloadOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(PAYLOAD_ROOM + Buffer.byteLength(text))
  bytes.write(text, PAYLOAD_ROOM)
  return bytes
}
