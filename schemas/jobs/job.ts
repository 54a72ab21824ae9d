/** Background jobs: work that takes too long for a request. The API requests it, the role `jobs` does it. */
import type { Id } from '../base/ids.js'

/** The kinds of jobs: the input and the result of each. */
export interface JobKinds {
  /** Everything about a member as one JSON document, or the itinerary as iCalendar; `bytes` before compression. */
  export: { input: { as: 'json' | 'ics' }; result: { bytes: number } }
  /** Reads the document with the id of the job. Without a member, the id of the document stands in for the member's. */
  document: { input: Record<string, never>; result: null }
}

export type JobKind = keyof JobKinds

/** A job in the hands of a worker. */
export interface ClaimedJob<K extends JobKind = JobKind> {
  id: Id
  kind: K
  member: Id
  input: JobKinds[K]['input']
  /** From 1. Together with the worker's name it is the claim: a job that was claimed again is no longer ours. */
  attempt: number
}

/** How one attempt ended. `keepMs`: milliseconds after which the job and its file are deleted. */
export type JobEnd =
  | { is: 'done'; result: unknown; keepMs: number }
  | { is: 'failed'; error: string; keepMs: number }
  | { is: 'retried'; error: string; afterMs: number }
  /** Not the job's fault: another worker restarts it at once, and the attempt does not count. */
  | { is: 'released' }

/** The jobs for a worker. */
export interface JobStore {
  /**
   * Claims the next job of these kinds, from the member whose last job started longest ago; null if there is none. A member
   * has at most one running. A claim ends with its process; `running` are the jobs that this process is running.
   */
  claim: (kinds: readonly JobKind[], running: readonly Id[]) => Promise<ClaimedJob | null>
  /** Does nothing if the job is no longer ours. */
  end: (job: ClaimedJob, end: JobEnd) => Promise<void>
  /** Deletes expired jobs with their files. Returns their number. */
  deleteOver: () => Promise<number>
}

export interface JobRequest<K extends JobKind> {
  id: Id
  kind: K
  member: Id
  input: JobKinds[K]['input']
}

/** How many jobs of a kind a member may have: unfinished ones, and those within 24 hours that did not fail. */
export interface JobBounds {
  unfinished: number
  perDay: number
}

/** `busy`: too many are not done yet. `spent`: too many within 24 hours; `retryAfter` in seconds. */
export type JobAnswer = { is: 'asked' } | { is: 'busy' } | { is: 'spent'; retryAfter: number }

/** A job as shown to its member. Times in epoch milliseconds. */
export interface JobView<K extends JobKind> {
  id: Id
  input: JobKinds[K]['input']
  state: 'waiting' | 'running' | 'done' | 'failed'
  created: number
  /** When it expires; null while it is not done. */
  until: number | null
  result: JobKinds[K]['result'] | null
}

/** The jobs for the API. */
export interface MemberJobs {
  ask: <K extends JobKind>(job: JobRequest<K>, bounds: JobBounds) => Promise<JobAnswer>
  /** The jobs of a member that have not expired, newest first. */
  list: <K extends JobKind>(member: Id, kind: K) => Promise<Array<JobView<K>>>
  /** The file of a job in parts of at most 256 KiB, read on demand. Throws if a part is missing. */
  file: (job: Id) => AsyncGenerator<Buffer>
}
