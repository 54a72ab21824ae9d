/** Which scope lets an application see an event of a member (webhooks.md 1). */
import type { Scope } from '../oauth/scope.js'
import type { EventType } from './event.js'

/**
 * By the first word of the type, which its first letter distinguishes; one of the scopes is enough. An event
 * is for those who may read its resource. A batch names only ids, so an application that may only write
 * learns what became of its segments.
 */
export const EVENT_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  trip: ['trips:read'],
  segment: ['trips:read'],
  batch: ['trips:read', 'trips:write'],
  account: ['accounts'],
  member: ['profile:read'],
}

/** The scopes of which one is needed to see events of this type; none: it is not an event of a member. */
export function eventScopes(type: EventType): readonly Scope[] {
  return EVENT_SCOPES[type.split('.', 1)[0]!] ?? []
}

/** The scopes with which an application learns what has changed. A batch names only ids. */
export const NEWS_SCOPES: ReadonlySet<Scope> = new Set(
  Object.entries(EVENT_SCOPES).flatMap(([resource, scopes]) => (resource === 'batch' ? [] : scopes)),
)
