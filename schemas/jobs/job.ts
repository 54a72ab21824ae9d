/** Background jobs: what takes too long for a request. The API asks for it, the role `jobs` does it. */
import type { Id } from '../base/ids.js'

/** The kinds of jobs: what each is asked with, and what it leaves with the job once it is done. */
export interface JobKinds {
  /** Everything about a member as one JSON document, or the itinerary as iCalendar; `bytes` before compression. */
  export: { input: { as: 'json' | 'ics' }; result: { bytes: number } }
  /** The document with the id of the job is read, and becomes batches. One without a member has its own id as member. */
  document: { input: Record<string, never>; result: null }
}

export type JobKind = keyof JobKinds

/** A job in the hands of a worker. */
export interface ClaimedJob<K extends JobKind = JobKind> {
  id: Id
  kind: K
  member: Id
  input: JobKinds[K]['input']
  /** 1 for the first time. With the worker's name it is the claim: what was claimed again is no longer ours. */
  attempt: number
}

/** How one attempt ended. `keepMs`: milliseconds after which the job and its file are deleted. */
export type JobEnd =
  | { is: 'done'; result: unknown; keepMs: number }
  | { is: 'failed'; error: string; keepMs: number }
  | { is: 'retried'; error: string; afterMs: number }
  /** Not the job's fault: another worker begins it again at once, and the attempt does not count. */
  | { is: 'released' }

/** The jobs as a worker sees them. */
export interface JobStore {
  /**
   * The next job of these kinds, of the member whose last job was begun longest ago; null if there is none. A member has
   * one that runs. A claim ends with the process that holds it; `running` are those that this process knows of.
   */
  claim: (kinds: readonly JobKind[], running: readonly Id[]) => Promise<ClaimedJob | null>
  /** Does nothing if the job is no longer ours. */
  end: (job: ClaimedJob, end: JobEnd) => Promise<void>
  /** Deletes jobs whose time is over, with their files. Returns their number. */
  deleteOver: () => Promise<number>
}

export interface JobRequest<K extends JobKind> {
  id: Id
  kind: K
  member: Id
  input: JobKinds[K]['input']
}

/** How many jobs of its kind a member may have: those that are not done, and all that did not fail within 24 hours. */
export interface JobBounds {
  unfinished: number
  perDay: number
}

/** `busy`: too many are not done yet. `spent`: too many within 24 hours; `retryAfter` in seconds. */
export type JobAnswer = { is: 'asked' } | { is: 'busy' } | { is: 'spent'; retryAfter: number }

/** A job as its member sees it. Times in epoch milliseconds. */
export interface JobView<K extends JobKind> {
  id: Id
  input: JobKinds[K]['input']
  state: 'waiting' | 'running' | 'done' | 'failed'
  created: number
  /** Until when it can be read; null while it is not done. */
  until: number | null
  result: JobKinds[K]['result'] | null
}

/** The jobs as the API sees them. */
export interface MemberJobs {
  ask: <K extends JobKind>(job: JobRequest<K>, bounds: JobBounds) => Promise<JobAnswer>
  /** Those of a member that are not over yet, newest first. */
  list: <K extends JobKind>(member: Id, kind: K) => Promise<Array<JobView<K>>>
  /** The file of a job in parts of at most 256 KiB, read as they are taken. Throws where a part is missing. */
  file: (job: Id) => AsyncGenerator<Buffer>
}
