/** SQL: what a grant allows. Null in `oauth_grant.scope` is everything (oauth.md 3.1). */
import type { Scope } from '../../schemas/oauth/scope.js'
import { EVENT_SCOPES } from '../../schemas/webhooks/event-scopes.js'

const array = (scopes: readonly Scope[]): string => `array[${scopes.map((scope) => `'${scope}'`).join(', ')}]`

/** SQL: the grant with this alias includes the scope. */
export function allowsSql(grant: string, scope: Scope): string {
  return `(${grant}.scope is null or ${grant}.scope @> ${array([scope])})`
}

const CASES = Object.entries(EVENT_SCOPES).map(([kind, scopes]) => `when '${kind}' then ${array(scopes)}`)

/** SQL: the scopes of which one is needed to see events of the type, an expression; null for others. */
export function eventScopesSql(type: string): string {
  return `case split_part(${type}, '.', 1) ${CASES.join(' ')} end`
}

/** SQL: the grant with this alias lets its application see events of the type. Not true for unknown types. */
export function seesSql(grant: string, type: string): string {
  return `(${grant}.scope is null or ${grant}.scope && ${eventScopesSql(type)})`
}
