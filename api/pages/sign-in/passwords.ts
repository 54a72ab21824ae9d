/**
 * Password hashing with argon2id, at most two at a time, so that sign-ins exhaust neither memory nor processors
 * (oauth.md 3.5, trap 10), and who has had least of late first, so that guesses of others keep nobody waiting.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { budget, holder, networkHolders } from '../../limits/budget.js'
import { leastUsedFirst } from '../../limits/least-used-first.js'
import type { Asking } from '../../limits/least-used-first.js'
import type { Attempter, Passwords } from '../ports.js'

/** Argon2id (the library's default) as OWASP and ASVS prefer it: 46 MiB, one pass, one lane; about 75 ms. */
export const PASSWORD_KIBIBYTES = 47_104
/** Each takes a processor; two processors also serve everybody else. */
export const hashesAtOnce = (processors: number): number => (processors > 2 ? 2 : 1)
/** Waiting ones hold a password each; the last of them begins within five seconds. */
const QUEUE = { atOnce: hashesAtOnce(availableParallelism()), waiting: 64 }
/** How fast it is forgotten that somebody had hashes made, a second. */
const FORGOTTEN_PER_SECOND = 0.2
/** Hashes that a known device may have had to be before a stranger who has had none. */
const KNOWN_HEAD_START = 10
const OPERATOR: Attempter = { known: 'operator' }

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
  const had = budget({ perSecond: FORGOTTEN_PER_SECOND, burst: 1, now: () => performance.now() })
  const inTurn = leastUsedFirst({ ...QUEUE, had })
  const unknownAccount = await hash('the password of an unknown account', parameters)
  return {
    hash: async (password, by = OPERATOR) =>
      await inTurn(asking(by), async () => await hash(normalise(password), parameters)),
    verify: async (stored, password, by = OPERATOR) => {
      const isRight = await inTurn(
        asking(by),
        async () => await verify(stored ?? unknownAccount, normalise(password)),
      )
      return {
        matches: isRight && stored !== null,
        outdated: stored !== null && !stored.startsWith(currentPrefix),
      }
    },
    isCommon: (password) => commonest.has(password.toLowerCase()),
  }
}

const asking = (by: Attempter): Asking =>
  'known' in by
    ? { holders: [holder(by.known)], headStart: KNOWN_HEAD_START }
    : { holders: networkHolders(by.strangerFrom), headStart: 0 }

/** The same characters typed on different systems are the same password (RFC 8265 4.2). */
function normalise(password: string): string {
  return password.normalize('NFC')
}
