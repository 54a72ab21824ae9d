/**
 * Names in JetStream (workers/DESIGN.md 3.1): one subject per member; the server's subject transform adds the
 * member's slice.
 */
import type { Id } from '../base/ids.js'

export const SEGMENTS_STREAM = 'SEGMENTS'
export const EVENTS_STREAM = 'EVENTS'
export const DLQ_STREAM = 'DLQ'
export const ERASED_STREAM = 'ERASED'
/** What a service needs (workers/stream/stream-configs.ts). */
export const STREAMS = [SEGMENTS_STREAM, EVENTS_STREAM, DLQ_STREAM, ERASED_STREAM] as const

/** The subject that the ingress publishes to. */
export function memberSubject(member: Id): string {
  return `seg.${member}`
}

/** How the members of a stream are divided: into fixed slices by the server, and those into partitions by Postgres. */
export interface Division {
  slices: number
  partitions: number
}

/**
 * Slices in groups, so that a partition of whole groups needs one filter. With several, nats-server looks at every
 * message between two of a consumer's own, and takes no publish meanwhile (decision 19).
 */
const GROUPS = 64

/** The server's transform from a subject that ends with a member to the stored one: `seg.<group>.<slice>.<member>`. */
export function sliceTransform(slices: number): { src: string; dest: string } {
  return { src: '*.*', dest: `seg.{{partition(${GROUPS},2)}}.{{partition(${slices},2)}}.{{wildcard(2)}}` }
}

/** The number of slices of a transform; 0 if it is another one. */
export function slicesOf(dest: string): number {
  const slices = Number(/\.\{\{partition\((\d+),2\)\}\}\.\{\{wildcard\(2\)\}\}$/.exec(dest)?.[1] ?? 0)
  return dest === sliceTransform(slices).dest ? slices : 0
}

/** The stored subjects of a partition: those of every `partitions`-th slice. */
export function partitionSubjects(partition: number, { slices, partitions }: Division): string[] {
  if (partitions === 1) return ['seg.*.*.*']
  const inGroups = GROUPS % partitions === 0
  const own: string[] = []
  for (let n = partition; n < (inGroups ? GROUPS : slices); n += partitions)
    own.push(inGroups ? `seg.${n}.*.*` : `seg.${n % GROUPS}.${n}.*`)
  return own
}

const MARKER = 'idle-'

/** Something like a member to which the server's transform gives the partition: messages without content go there. */
export function markerOf(partition: number, division: Division): string {
  for (let n = 0; ; n++) if (partitionOf(`${MARKER}${n}`, division) === partition) return `${MARKER}${n}`
}

/** Whether it is no member but a marker. */
export function isMarker(member: Id): boolean {
  return member.startsWith(MARKER)
}

/** The member of a stored subject. */
export function memberOf(subject: string): Id {
  return subject.slice(subject.lastIndexOf('.') + 1)
}

export function partitionOf(member: Id, { slices, partitions }: Division): number {
  return sliceOf(member, slices) % partitions
}

/** The slice that the server's transform gives a member: FNV-1a, 32 bits, modulo the number of slices. */
export function sliceOf(member: string, slices: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < member.length; i++) hash = Math.imul(hash ^ member.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % slices
}

/** The subject of a member's dead letters. */
export function deadLetterSubject(partition: number, member: Id): string {
  return `dlq.seg.${partition}.${member}`
}

/** The subject under which it is noted that a member was erased. */
export function erasedSubject(member: Id | '*'): string {
  return `erased.${member}`
}

/** The subject for event notices of a partition. */
export function eventSubject(partition: number): string {
  return `events.p${partition}`
}
