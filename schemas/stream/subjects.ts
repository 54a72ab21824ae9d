/**
 * Names in JetStream (workers/DESIGN.md 3.1): one subject per member; the server's subject transform adds the
 * partition.
 */
import type { Id } from '../base/ids.js'

export const SEGMENTS_STREAM = 'SEGMENTS'
export const EVENTS_STREAM = 'EVENTS'
export const DLQ_STREAM = 'DLQ'
/** Exists only while `stream heal` runs, or after it was interrupted. */
export const SAVED_STREAM = 'SEGMENTS_SAVED'
/** Exists once a person has been erased. */
export const ERASED_STREAM = 'ERASED'

/** The subject that the ingress publishes to. */
export function memberSubject(member: Id): string {
  return `seg.${member}`
}

/** The stored subject, after the transform `seg.{{partition(P,1)}}.{{wildcard(1)}}`. */
export function partitionSubject(partition: number, member: Id | '*'): string {
  return `seg.${partition}.${member}`
}

/** The member of a stored subject `seg.<partition>.<member>`. */
export function memberOf(subject: string): Id {
  return subject.slice(subject.lastIndexOf('.') + 1)
}

/** The partition that the server's transform gives a member: FNV-1a, 32 bits, modulo the partition count. */
export function partitionOf(member: Id, partitions: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < member.length; i++) hash = Math.imul(hash ^ member.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % partitions
}

/** The subject of a member's dead letters. */
export function deadLetterSubject(partition: number, member: Id): string {
  return `dlq.seg.${partition}.${member}`
}

/** The subject under which `stream heal` saves a member's unfolded messages. */
export function savedSubject(member: Id | '*'): string {
  return `saved.${member}`
}

/** The subject under which it is noted that a member was erased. */
export function erasedSubject(member: Id | '*'): string {
  return `erased.${member}`
}

/** The subject for event notices of a partition. */
export function eventSubject(partition: number): string {
  return `events.p${partition}`
}
