/** Names for all types of events about one kind of resource, in requests (webhooks.md 2). */
import { EVENT_TYPES } from './event.js'
import type { EventType } from './event.js'

const resources = [...new Set(EVENT_TYPES.map((type) => type.split('.', 1)[0]!))]

/** `trip.*` and the like: what comes before the point is the resource. */
export const EVENT_WILDCARDS = resources.map((resource) => `${resource}.*`) as ReadonlyArray<`${string}.*`>

/**
 * The types that are named, each once, with those that a wildcard stands for in its place. `*` alone stays: it
 * also means types to come, and makes the others superfluous.
 */
export function expandEvents<T extends string>(named: readonly T[]): Array<EventType | '*'> {
  if ((named as readonly string[]).includes('*')) return ['*']
  return [...new Set(named.flatMap(typesOf))]
}

function typesOf(name: string): EventType[] {
  if (!name.endsWith('.*')) return [name as EventType]
  return EVENT_TYPES.filter((type) => type.startsWith(name.slice(0, -1)))
}

/** The types that are named in a query, where no `*` may be. */
export const expandTypes = (named: readonly string[]): EventType[] => [...new Set(named.flatMap(typesOf))]
