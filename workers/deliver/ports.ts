/** Opens what the store keeps sealed. */
export type Open = (sealed: Uint8Array) => string
