/** SQL: which events a grant lets its application see. Null in `oauth_grant.scope` is everything (oauth.md 3.1). */
import { EVENT_SCOPES } from '../../schemas/webhooks/event-scopes.js'

const CASES = Object.entries(EVENT_SCOPES).map(
  ([name, scopes]) => `when '${name[0]!}' then array[${scopes.map((scope) => `'${scope}'`).join(', ')}]`,
)

/** SQL: the kind of an event as deliveries store it: the first letter of its type, an expression. */
export function eventKindSql(type: string): string {
  return `left(${type}, 1)::"char"`
}

/**
 * SQL: the grant with this alias lets its application see events of the kind, an expression. Not true for
 * unknown kinds.
 */
export function seesKindSql(grant: string, kind: string): string {
  return `(${grant}.scope is null or ${grant}.scope && case ${kind} ${CASES.join(' ')} end)`
}

/** SQL: the same by the type of an event, an expression. */
export function seesSql(grant: string, type: string): string {
  return seesKindSql(grant, eventKindSql(type))
}
