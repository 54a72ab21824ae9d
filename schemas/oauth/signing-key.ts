/** A key that signs access tokens, as it rests in the database: the private half sealed, the times by the database clock. */
export interface SigningKeyRow {
  kid: string
  /** JWS algorithm, for example ES256. */
  alg: string
  /** Public JWK as JSON text, with `kid`, `alg` and `use`. */
  publicJwk: string
  sealedPrivateJwk: Buffer
  /** From then on tokens are signed with it ... */
  signFrom: Date
  /** ... until then; exclusive. */
  signUntil: Date
  /** Until then it stays in the JWKS: the last token it signed has lapsed. */
  publishUntil: Date
}
