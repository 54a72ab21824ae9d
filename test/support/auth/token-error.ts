/** Errors of the token and revocation endpoints (RFC 6749 5.2). */
import type { Test } from 'tap'
import type { Answer } from '../https-site.js'

/** The status and the code, with what holds for all: never cached, JSON, and a description in plain ASCII. */
export function isTokenError(t: Test, answer: Answer, status: number, error: string, what = error): void {
  t.same([answer.status, answer.json()['error']], [status, error], `${what}: ${answer.text}`)
  const { pragma, 'cache-control': control, 'content-type': type } = answer.headers
  t.same([control, pragma, type], ['no-store', 'no-cache', 'application/json; charset=utf-8'], what)
  t.match(String(answer.json()['error_description']), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, what)
}
