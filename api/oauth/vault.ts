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
  /**
   * Reverses `seal`, also of what the other secret has sealed. Throws if the bytes were changed or belong to another
   * label or secret.
   */
  open: (label: string, sealed: Uint8Array) => Buffer
  /**
   * HMAC-SHA-256 under the label's key. Parts are length-prefixed, so that ('ab','c') and ('a','bc')
   * differ.
   */
  mac: (label: string, ...parts: string[]) => Buffer
  /** The values of `mac` that are accepted: under this secret, then under the other one, if there is one. */
  macs: (label: string, ...parts: string[]) => Buffer[]
}

/**
 * A vault for the configured secret.
 * @param other while the secret is replaced, the one that other processes use; empty: none
 * @throws RangeError if one has fewer than 32 characters
 */
export function vault(secret: string, other = ''): Vault {
  const current = keysOf(secret)
  const accepted = other === '' ? [current] : [current, keysOf(other)]
  return {
    seal: (label, plain) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current(`seal ${label}`), nonce)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open: (label, sealed) =>
      openWithAny(
        accepted.map((keyOf) => keyOf(`seal ${label}`)),
        Buffer.from(sealed),
      ),
    mac: (label, ...parts) => macOf(current(`mac ${label}`), parts),
    macs: (label, ...parts) => accepted.map((keyOf) => macOf(keyOf(`mac ${label}`), parts)),
  }
}

/** A key for each label, derived once. */
function keysOf(secret: string): (label: string) => Buffer {
  if (secret.length < MIN_SECRET_CHARACTERS)
    throw new RangeError(`SECRET_KEY must have at least ${MIN_SECRET_CHARACTERS} characters`)
  const keys = new Map<string, Buffer>()
  return (label) => {
    const known = keys.get(label)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', secret, 'tripfold', label, 32))
    keys.set(label, key)
    return key
  }
}

/** Throws the error of the last key if none fits. */
function openWithAny(keys: Buffer[], bytes: Buffer): Buffer {
  let failure: unknown = new RangeError('there is no key')
  for (const key of keys) {
    try {
      return opened(key, bytes)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function opened(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  return Buffer.concat([
    decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
    decipher.final(),
  ])
}

function macOf(key: Buffer, parts: string[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest()
}
