/** Passwords: argon2id behind a small gate, so that sign-ins cannot eat the memory (oauth.md 3.5, trap 10). */
import { hash, verify } from '@node-rs/argon2'
import { concurrencyLimit } from '../../../schemas/base/concurrency-limit.js'
import type { Passwords } from '../ports.js'

/** Argon2id (the library's default) with OWASP's and ASVS's first choice: 46 MiB, one pass, one lane; about 75 ms. */
const PARAMETERS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
const CURRENT = '$argon2id$v=19$m=47104,t=1,p=1$'
const AT_ONCE = 2

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** Hashing and checking with at most two at work at a time; `commonest` are the passwords nobody may choose, in lower case. */
export async function passwords(commonest: ReadonlySet<string>): Promise<Passwords> {
  const inTurn = concurrencyLimit(AT_ONCE)
  const nobody = await inTurn(async () => await hash('the password of nobody at all', PARAMETERS))
  return {
    hash: async (password) => await inTurn(async () => await hash(normal(password), PARAMETERS)),
    check: async (stored, password) => {
      const right = await inTurn(async () => await verify(stored ?? nobody, normal(password)))
      return { right: right && stored !== null, outdated: stored !== null && !stored.startsWith(CURRENT) }
    },
    common: (password) => commonest.has(password.toLowerCase()),
  }
}

/** The same characters typed on different systems are the same password (RFC 8265 4.2). */
function normal(password: string): string {
  return password.normalize('NFC')
}
