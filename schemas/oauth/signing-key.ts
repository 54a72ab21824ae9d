/** A key that signs access tokens or webhooks, as stored: the private half sealed, times by the database's clock. */
export interface SigningKeyRow {
  kid: string
  /** JWS algorithm: ES256 or EdDSA. */
  alg: string
  /** Public JWK as JSON text, with `kid`, `alg` and `use`. */
  publicJwk: string
  sealedPrivateJwk: Buffer
  /** When it starts signing; inclusive. */
  signFrom: Date
  /** When it stops signing; exclusive. */
  signUntil: Date
  /** How long it stays in the JWKS: until the last token it signed has expired. */
  publishUntil: Date
}
