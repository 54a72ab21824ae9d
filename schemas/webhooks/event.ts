/** Change events (webhooks.md 1), pushed to callbacks and readable from the log. */
import { values } from '../data/enumerations.js'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { ValueOf } from '../data/enumerations.js'
import type { Id } from '../base/ids.js'
import { instantText } from '../base/wall-time.js'
import { isTestMember } from '../base/test-member.js'

export const EVENT_TYPES = values('event')

export const EventType = Type.Enum([...EVENT_TYPES])
export type EventType = Static<typeof EventType>

const resources = [...new Set(EVENT_TYPES.map((type) => type.split('.', 1)[0]!))]

/** `trip.*` and the like: all event types of one resource. */
export const EVENT_WILDCARDS = resources.map((resource) => `${resource}.*`) as ReadonlyArray<`${string}.*`>

/**
 * The named types, each once, with wildcards replaced by their types. `*` stays alone: it includes the others, and
 * types that do not exist yet.
 */
export function expandEvents<T extends string>(named: readonly T[]): Array<EventType | '*'> {
  if ((named as readonly string[]).includes('*')) return ['*']
  return [...new Set(named.flatMap(typesOf))]
}

function typesOf(name: string): EventType[] {
  if (!name.endsWith('.*')) return [name as EventType]
  return EVENT_TYPES.filter((type) => type.startsWith(name.slice(0, -1)))
}

/** The same for a query, where `*` is not allowed. */
export const expandTypes = (named: readonly string[]): EventType[] => [...new Set(named.flatMap(typesOf))]

/** What an update may move for the traveller (RULES 7.6). */
export const MOVED = values('moved')
export type Moved = ValueOf<'moved'>

export const API_VERSION = '2'

/** What an event of a member has besides its data. */
export interface EventHead {
  id: string
  type: string
  /** Epoch milliseconds. */
  created: number
  member: Id
  resource: Id
  sequence: number
}

/** The event as JSON up to its resource; written out, as no part of it needs escaping. */
export function eventHeadText({ id, type, created, member, resource, sequence }: EventHead): string {
  return (
    `{"id":"${id}","type":"${type}","created":"${instantText(created)}","member_id":"${member}",` +
    `"resource_id":"${resource}","sequence":${sequence},"api_version":"${API_VERSION}",` +
    `${isTestMember(member) ? TEST_MARK : ''}"data":{"object":`
  )
}

/** Marks an event of a test member, before its data. */
export const TEST_MARK = '"test":true,'

/** What follows a resource that is new. */
export const END_OF_NEW_EVENT = ',"previous_attributes":{},"changed_fields":[],"material":true,"moved":[]}}'

/** An event about a callback: without member and sequence; marked if the callback is for test members. */
export function callbackEvent(
  id: string,
  type: 'callback.ping' | 'callback.disabled' | 'callback.exhausted',
  created: Date,
  callback: { id: string; test: boolean },
): string {
  const { id: resource, test } = callback
  return applicationEvent({ id, type, created, member: null, resource, object: callback, test })
}

/** An event made up for a test (webhooks.md 2), without what is set when it is sent. */
export interface TestEvent {
  type: EventType
  member_id: string | null
  resource_id: string | null
  sequence: number | null
  data: unknown
}

/** The text of a test event: like one of its type, and marked. */
export function testEventText(id: string, created: Date, event: TestEvent): string {
  const { type, member_id, resource_id, sequence, data } = event
  const head = { id, type, created: instantText(created), member_id, resource_id, sequence }
  return JSON.stringify({ ...head, api_version: API_VERSION, test: true, data })
}

/** Events about a member who no longer authorises it. */
export const MEMBER_NOTICES = ['member.deauthorized', 'member.deleted'] as const
export type MemberNotice = (typeof MEMBER_NOTICES)[number]

export const isMemberNotice = (type: string): type is MemberNotice =>
  (MEMBER_NOTICES as readonly string[]).includes(type)

/** Informs an application about a member who left it: only the member's id, without sequence. */
export function memberNotice(type: MemberNotice, id: string, created: Date, member: string): string {
  const test = isTestMember(member)
  return applicationEvent({ id, type, created, member, resource: member, object: { id: member }, test })
}

/** An event that only one application receives. */
function applicationEvent(event: {
  id: string
  type: EventType
  created: Date
  member: string | null
  resource: string
  object: unknown
  test: boolean
}): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    created: instantText(event.created),
    member_id: event.member,
    resource_id: event.resource,
    sequence: null,
    api_version: API_VERSION,
    ...(event.test ? { test: true } : {}),
    data: { object: event.object, previous_attributes: null, changed_fields: [], material: null, moved: [] },
  })
}
