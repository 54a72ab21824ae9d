/** The addresses in the pages: those of the service, as the reader reaches it. */
import type { Json } from '../json-schema.js'

/** Addresses of the API and of the authorization server. */
export interface Addresses {
  baseUrl: string
  authUrl: string
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A Host header that may stand in HTML. */
const HOST = /^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i
/** Hosts in the examples of resources. */
const EXAMPLE_API = 'https://api.tripfold.example'
const EXAMPLE_AUTH = 'https://auth.tripfold.example'

/** Whether the service is set up for the reader's machine alone: BASE_URL is not set. */
export const isLocal = (baseUrl: string): boolean => LOCAL_HOSTS.has(new URL(baseUrl).hostname)

/** The document with the addresses of the service in its examples. */
export function withAddresses(document: Json, { baseUrl, authUrl }: Addresses): Json {
  const text = JSON.stringify(document).replaceAll(EXAMPLE_API, baseUrl).replaceAll(EXAMPLE_AUTH, authUrl)
  return JSON.parse(text) as Json
}

/**
 * A page as a reader at `host`, the Host header, needs it. A service without BASE_URL does not know its address: on
 * another port or name than its own, the examples would lead nowhere. Only documentation may follow a header that the
 * reader can forge: tokens, mails and answers keep the configured address.
 */
export function servedAt(html: string, baseUrl: string, host: string): string {
  if (!isLocal(baseUrl) || !HOST.test(host)) return html
  return html.replaceAll(baseUrl, `https://${host}`)
}
