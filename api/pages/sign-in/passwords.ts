/**
 * Password hashing with argon2id, two at a time, so that sign-ins cannot exhaust memory (oauth.md 3.5, trap
 * 10).
 */
import { hash, verify } from '@node-rs/argon2'
import { concurrencyLimit } from '../../../schemas/base/concurrency-limit.js'
import type { Passwords } from '../ports.js'

/** Argon2id (the library's default) as OWASP and ASVS prefer it: 46 MiB, one pass, one lane; about 75 ms. */
export const PASSWORD_KIBIBYTES = 47_104
const MAX_CONCURRENT = 2

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/**
 * `commonest` are the passwords that nobody may choose, in lower case.
 * @param kibibytes memory of a hash; less in tests that need many
 */
export async function passwords(
  commonest: ReadonlySet<string>,
  kibibytes = PASSWORD_KIBIBYTES,
): Promise<Passwords> {
  const parameters = { memoryCost: kibibytes, timeCost: 1, parallelism: 1 }
  const currentPrefix = `$argon2id$v=19$m=${kibibytes},t=1,p=1$`
  const limited = concurrencyLimit(MAX_CONCURRENT)
  const unknownAccount = await limited(
    async () => await hash('the password of an unknown account', parameters),
  )
  return {
    hash: async (password) => await limited(async () => await hash(normalise(password), parameters)),
    verify: async (stored, password) => {
      const isRight = await limited(async () => await verify(stored ?? unknownAccount, normalise(password)))
      return {
        matches: isRight && stored !== null,
        outdated: stored !== null && !stored.startsWith(currentPrefix),
      }
    },
    isCommon: (password) => commonest.has(password.toLowerCase()),
  }
}

/** The same characters typed on different systems are the same password (RFC 8265 4.2). */
function normalise(password: string): string {
  return password.normalize('NFC')
}
