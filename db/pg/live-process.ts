/** Which processes are alive, by their heartbeats (operator/process-heartbeat.ts). */

/** SQL: a row of `process` that is live. Several missed heartbeats: a process that is only slow stays live. */
export const IS_LIVE = "heartbeat > clock_timestamp() - interval '5 seconds'"

/** SQL: whether the process called `name` wrote a heartbeat within the last `seconds`. */
export const hasHeartbeat = (name: string, seconds: number): string => `exists (
  select from process p where p.name = ${name} and p.heartbeat > clock_timestamp() - interval '${seconds} s')`
