/**
 * Recovery codes: ten at a time, each good for one sign-in or confirmation when the second factor is lost
 * (oauth.md 5.7, 150). Letters and digits that are easily confused are not in them.
 */
import { randomInt } from 'node:crypto'
import type { Vault } from '../../../oauth/vault.js'

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
/** Of a code, without its dash: 49 bits. */
const LENGTH = 10
const HALF = LENGTH / 2
const MAC = 'recovery code'

/** New codes as they are shown, such as `k7m2p-x9qrt`. */
export function newRecoveryCodes(): string[] {
  const letter = (): string => ALPHABET[randomInt(ALPHABET.length)] ?? ''
  return Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, letter).join('')
    return `${text.slice(0, HALF)}-${text.slice(HALF)}`
  })
}

/** What is stored of a code. Case, spaces and dashes do not count. */
export function recoveryHash(vault: Vault, accountId: string, code: string): Buffer {
  return vault.mac(MAC, accountId, normalised(code))
}

/** What may be stored of a code, while SECRET_KEY is replaced. */
export function recoveryHashes(vault: Vault, accountId: string, code: string): Buffer[] {
  return vault.macs(MAC, accountId, normalised(code))
}

function normalised(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '')
}
