/**
 * Names in JetStream (workers/DESIGN.md 3.1): one subject per member; the server's subject transform adds the
 * member's slice.
 */
import type { Id } from '../base/ids.js'

export const SEGMENTS_STREAM = 'SEGMENTS'
export const EVENTS_STREAM = 'EVENTS'
export const DLQ_STREAM = 'DLQ'
/** The subject that the ingress publishes to. */
export function memberSubject(member: Id): string {
  return `seg.${member}`
}

/** How the members of a stream are divided: into fixed slices by the server, and those into partitions by Postgres. */
export interface Division {
  slices: number
  partitions: number
}

/** The stored subject, after the transform `seg.{{partition(S,1)}}.{{wildcard(1)}}`. */
export function sliceSubject(slice: number, member: Id | '*'): string {
  return `seg.${slice}.${member}`
}

/** A message without content that every partition receives. Its last token is not a member. */
export const MARKER_SUBJECT = 'mark'

/** The stored subjects of a partition: those of every `partitions`-th slice, and the marker's. */
export function partitionSubjects(partition: number, { slices, partitions }: Division): string[] {
  const own: string[] = []
  for (let slice = partition; slice < slices; slice += partitions) own.push(sliceSubject(slice, '*'))
  return [...own, MARKER_SUBJECT]
}

/** The member of a stored subject `seg.<slice>.<member>`. */
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

/** The subject for event notices of a partition. */
export function eventSubject(partition: number): string {
  return `events.p${partition}`
}
