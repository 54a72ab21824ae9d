/** The options to create and to use a passkey (WebAuthn 5), and the checks of the answers (7.1, 7.2). */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { Passkey } from '../../../../schemas/oauth/factors/passkey.js'
import type { PasskeyParty } from './passkey-party.js'

/** The answer of an authenticator, in the JSON of the browser. Nothing in it is proven yet. */
export interface PasskeyAnswer {
  json: object
  credentialId: Buffer
  challenge: string
  /** Empty unless it is a sign-in. */
  userHandle: Buffer
}

const RP_NAME = 'Tripfold'
const TIMEOUT_MS = 300_000
/** Every authenticator supports ES256 or RS256; EdDSA is preferred. */
const ALGORITHMS = [-8, -7, -257]

const Answer = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 1_400 }),
    response: Type.Object({ clientDataJSON: Type.String(), userHandle: Type.Optional(Type.String()) }),
  }),
)
const ClientData = Compile(Type.Object({ challenge: Type.String() }))

/** Null if the text is not an answer. */
export function readPasskeyAnswer(text: string): PasskeyAnswer | null {
  try {
    const json: unknown = JSON.parse(text)
    if (!Answer.Check(json)) return null
    const data: unknown = JSON.parse(Buffer.from(json.response.clientDataJSON, 'base64url').toString())
    if (!ClientData.Check(data)) return null
    return {
      json,
      credentialId: Buffer.from(json.id, 'base64url'),
      challenge: data.challenge,
      userHandle: Buffer.from(json.response.userHandle ?? '', 'base64url'),
    }
  } catch {
    return null
  }
}

/** For a sign-in: any passkey for this service that the browser finds, with user verification. */
export async function requestOptions({ id }: PasskeyParty, challenge: Buffer): Promise<object> {
  return await generateAuthenticationOptions({
    rpID: id,
    challenge: Uint8Array.from(challenge),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  })
}

interface NewPasskey {
  email: string
  userHandle: Buffer
  challenge: Buffer
  /** The member's passkeys: an authenticator that holds one creates no second one. */
  known: readonly Passkey[]
}

export async function creationOptions(
  { id }: PasskeyParty,
  { email, userHandle, challenge, known }: NewPasskey,
): Promise<object> {
  return await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: id,
    userName: email,
    userDisplayName: email,
    userID: Uint8Array.from(userHandle),
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map((one) => ({
      id: one.credentialId.toString('base64url'),
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** What to store of a new passkey, or null if the answer does not fit its challenge. */
export async function verifyNewPasskey(
  { id, origin }: PasskeyParty,
  { json, challenge }: PasskeyAnswer,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const checked = await orNull(
    verifyRegistrationResponse({
      response: json as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (checked?.verified !== true) return null
  const { credential } = checked.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
  }
}

/** The counter of an answer that the passkey signed with user verification; null for any other. */
export async function verifyPasskey(
  { id, origin }: PasskeyParty,
  { json, challenge, userHandle }: PasskeyAnswer,
  passkey: Passkey,
): Promise<number | null> {
  if (!userHandle.equals(passkey.userHandle)) return null
  const checked = await orNull(
    verifyAuthenticationResponse({
      response: json as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  )
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null
}

/** The library throws for a wrong answer, and does no I/O that could fail. */
async function orNull<T>(checked: Promise<T>): Promise<T | null> {
  return await checked.catch(() => null)
}
