/** Scopes: what a member lets an application do (oauth.md 1.1, RFC 6749 3.3). */
import { values } from '../data/enumerations.js'
import type { ValueOf } from '../data/enumerations.js'

/** Every scope, in the order in which they are stored, answered and shown. */
export const SCOPES = values('scope')
export type Scope = ValueOf<'scope'>

/** What a grant or token allows, in the order of `SCOPES`; null: everything. */
export type GrantedScopes = readonly Scope[] | null

/**
 * Parses the parameter `scope`: scopes in any order, separated by spaces; repeated ones count once. Null (the
 * parameter is absent or empty) asks for everything. Returns why it is refused for an unknown scope, or for
 * spaces alone: garbage must never mean everything.
 */
export function parseScopes(text: string | null): { scopes: GrantedScopes } | { problem: string } {
  if (text === null) return { scopes: null }
  const asked = text.split(' ').filter((word) => word !== '')
  const unknown = asked.find((word) => !isScope(word))
  if (asked.length > 0 && unknown === undefined)
    return { scopes: SCOPES.filter((one) => asked.includes(one)) }
  const what =
    unknown === undefined || !SHOWABLE.test(unknown) ? 'The parameter scope' : `The scope ${unknown}`
  return { problem: `${what} is not valid; the scopes, separated by spaces, are ${SCOPES.join(', ')}.` }
}

/** A scope token (RFC 6749 3.3) that is short enough for an error text. */
const SHOWABLE = /^[\x21\x23-\x5b\x5d-\x7e]{1,40}$/

function isScope(word: string): word is Scope {
  return (SCOPES as readonly string[]).includes(word)
}

/** The value of `scope` in answers and claims: separated by spaces, empty for everything. */
export function scopeText(scopes: GrantedScopes): string {
  return scopes === null ? '' : scopes.join(' ')
}

/** Whether `granted` includes at least one of the scopes, or none is needed. */
export function allowsAny(granted: GrantedScopes, needed: readonly Scope[]): boolean {
  return granted === null || needed.length === 0 || needed.some((scope) => granted.includes(scope))
}

/** Whether `asked` is no more than `granted`. */
export function isWithin(asked: readonly Scope[], granted: GrantedScopes): boolean {
  return granted === null || asked.every((scope) => granted.includes(scope))
}

/**
 * The scopes of stored or signed text, without words that this version does not know; unlike a request,
 * text without any is nothing rather than everything.
 */
export function knownScopes(words: readonly string[]): readonly Scope[] {
  return SCOPES.filter((scope) => words.includes(scope))
}
