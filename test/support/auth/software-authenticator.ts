/**
 * An authenticator and its browser in software (WebAuthn 6): makes a passkey and signs challenges with it, as the options
 * of our pages ask, and as wrongly as a test wants.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What an answer claims; by default what is right. */
export interface Claims {
  origin?: string
  rpId?: string
  isVerified?: boolean
  /** By default one more than in the answer before. */
  counter?: number
  challenge?: string
  type?: string
  userHandle?: string
}

/** Each wrong in one way. */
export const WRONG_CREATIONS: Readonly<Record<string, Claims>> = {
  origin: { origin: 'https://localhost.evil.example' },
  'relying party': { rpId: 'evil.example' },
  'not verified': { isVerified: false },
  challenge: { challenge: 'A'.repeat(43) },
  type: { type: 'payment.get' },
}
export const WRONG_ANSWERS: Readonly<Record<string, Claims>> = {
  ...WRONG_CREATIONS,
  counter: { counter: 1 },
  'another account': { userHandle: 'A'.repeat(43) },
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer): string => bytes.toString('base64url')

export class SoftwareAuthenticator {
  readonly #id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  #userHandle = ''
  #counter = 0

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
  }

  /** Answers the options that make a passkey, in the JSON of browsers. */
  create(options: Options, claims: Claims = {}): string {
    this.#userHandle = options.user!.id
    const data = Buffer.concat([
      this.#authenticatorData(options.rp!.id, HAS_CREDENTIAL, claims),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      this.#coseKey(),
    ])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
      Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 255]), data]),
    ])
    return this.#json({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options, claims)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  /** Answers the options of a sign-in. */
  sign(options: Options, claims: Claims = {}): string {
    const clientData = this.#clientData('webauthn.get', options, claims)
    const data = this.#authenticatorData(options.rpId!, 0, claims)
    const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(this.#key)
    return this.#json({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: claims.userHandle ?? this.#userHandle,
    })
  }

  #json(response: object): string {
    const id = base64url(this.#id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, { challenge }: Options, claims: Claims): Buffer {
    const { origin = this.origin } = claims
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(claims) }))
  }

  #authenticatorData(rpId: string, flags: number, claims: Claims): Buffer {
    this.#counter++
    const head = Buffer.alloc(5)
    head[0] = flags | USER_PRESENT | (claims.isVerified === false ? 0 : USER_VERIFIED)
    head.writeUInt32BE(claims.counter ?? this.#counter, 1)
    return Buffer.concat([sha256(claims.rpId ?? rpId), head])
  }

  /** The public key in COSE: EC2, ES256, P-256 (RFC 9053 7.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const coordinate = (label: number, value: string): Buffer[] => [
      Buffer.from([label, 0x58, 32]),
      Buffer.from(value, 'base64url'),
    ]
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      ...coordinate(0x21, x),
      ...coordinate(0x22, y),
    ])
  }
}

/** A text of less than 24 characters in CBOR. */
function text(value: string): Buffer {
  return Buffer.from([0x60 + value.length, ...Buffer.from(value)])
}

function pick({ challenge, type }: Claims): object {
  return { ...(challenge === undefined ? {} : { challenge }), ...(type === undefined ? {} : { type }) }
}
