/**
 * Keys derived from the configured SECRET_KEY: a sealing key for what must be read again (signing keys,
 * second factors), and MAC keys for what must only be recognised (form tokens, successors of refresh
 * tokens). Each label has its own key, so that a value made for one purpose is worthless for another.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const MIN_SECRET_CHARACTERS = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Vault {
  /** AES-256-GCM under the label's key: nonce, ciphertext and tag in one. */
  seal: (label: string, plain: Uint8Array) => Buffer
  /** Reverses `seal`. Throws if the bytes were changed or belong to another label or secret. */
  open: (label: string, sealed: Uint8Array) => Buffer
  /**
   * HMAC-SHA-256 under the label's key. Parts are length-prefixed, so that ('ab','c') and ('a','bc')
   * differ.
   */
  mac: (label: string, ...parts: string[]) => Buffer
}

/** A vault for the configured secret. Throws a RangeError if it has fewer than 32 characters. */
export function vault(secret: string): Vault {
  if (secret.length < MIN_SECRET_CHARACTERS)
    throw new RangeError(`SECRET_KEY must have at least ${MIN_SECRET_CHARACTERS} characters`)
  const keys = new Map<string, Buffer>()
  const keyOf = (label: string): Buffer => {
    const known = keys.get(label)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', secret, 'tripfold', label, 32))
    keys.set(label, key)
    return key
  }
  return {
    seal: (label, plain) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(`seal ${label}`), nonce)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open: (label, sealed) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(`seal ${label}`),
        bytes.subarray(0, NONCE_BYTES),
        { authTagLength: TAG_BYTES },
      )
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
        decipher.final(),
      ])
    },
    mac: (label, ...parts) => {
      const hmac = createHmac('sha256', keyOf(`mac ${label}`))
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
      return hmac.digest()
    },
  }
}
