/**
 * Challenges that passkeys sign (WebAuthn 13.4.3): random, stored as hashes, and valid once, for five minutes, for one
 * browser or session.
 */
import type { LinkStore, MailedLink } from '../../../../schemas/oauth/mailed-link.js'
import { randomToken, tokenHash } from '../../../oauth/random-token.js'

type Purpose = Extract<MailedLink['purpose'], `member_passkey${string}`>

interface Challenge {
  purpose: Purpose
  /** The member who adds a passkey; null for a sign-in. */
  about: string | null
  /** The browser or session that the answer must come from. */
  by: string
}

const CHALLENGE_MINUTES = 5

/** A new challenge. @param payload is returned with the answer */
export async function newChallenge(
  { purpose, about, by }: Challenge,
  links: LinkStore,
  payload: Record<string, string> = {},
): Promise<Buffer> {
  const token = randomToken('')
  await links.create({
    purpose,
    about,
    hash: tokenHash(token),
    payload: { ...payload, by },
    minutes: CHALLENGE_MINUTES,
  })
  return Buffer.from(token, 'base64url')
}

/** Uses the challenge up and returns its payload; null if it is unknown, used, or made for another purpose or asker. */
export async function takeChallenge(
  { purpose, by }: Omit<Challenge, 'about'>,
  challenge: string,
  links: LinkStore,
): Promise<Record<string, string> | null> {
  const kept = await links.consume(purpose, tokenHash(challenge))
  return kept !== null && kept['by'] === by ? kept : null
}
