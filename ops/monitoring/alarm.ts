/** What an alarm is. The lists are in `alarms/`; the rule file and the table of alarms.md are made from them. */
export interface Alarm {
  /** In Prometheus; also the anchor of its paragraph in ops/docs/runbook.md. */
  name: string
  /** PromQL: the alarm is on while this returns anything. */
  expression: string
  /** How long it has to hold, as Prometheus writes durations; `0s`: at once. */
  lasts: string
  /** `page`: somebody has to act now. `ticket`: within a working day. */
  severity: 'page' | 'ticket'
  /** One or two sentences for the person who is called. */
  meaning: string
}
