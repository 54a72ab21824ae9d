/** SQL: what a grant allows. Null in `oauth_grant.scope` is everything (oauth.md 3.1). */
import type { Scope } from '../../schemas/oauth/scope.js'

/** SQL: the grant with this alias includes the scope. */
export function allowsSql(grant: string, scope: Scope): string {
  return `(${grant}.scope is null or ${grant}.scope @> array['${scope}'])`
}
