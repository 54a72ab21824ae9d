import type { Alarm } from '../alarm.js'

/** From the stream to committed trips. */
export const FOLD_ALARMS: Alarm[] = [
  {
    name: 'PartitionHalted',
    expression: 'max(tripfold_service_partitions_halted) > 0',
    lasts: '0s',
    severity: 'page',
    meaning: 'A partition is halted and needs an operator.',
  },
  {
    name: 'MessagesLost',
    expression: 'max(tripfold_service_lost_messages) > 0',
    lasts: '0s',
    severity: 'page',
    meaning: 'Batches that were answered with 202 were never folded; an operator decides.',
  },
  {
    name: 'StreamStandsStill',
    expression: 'max(tripfold_service_audit_age_seconds) > 180',
    lasts: '1m',
    severity: 'page',
    meaning:
      'A partition does not get past a message, although NATS may report that nothing waits: it cannot read a part of the stream.',
  },
  {
    name: 'PartitionWithoutOwner',
    expression: 'max(tripfold_service_partition_lag_age_seconds) > 60',
    lasts: '0s',
    severity: 'page',
    meaning: 'A partition has no working owner.',
  },
  {
    name: 'NoFoldWorker',
    expression: 'max(tripfold_service_fold_workers) < 1',
    lasts: '1m',
    severity: 'page',
    meaning: 'No fold worker is alive.',
  },
  {
    name: 'FoldLagging',
    expression: 'sum(max by (partition) (tripfold_service_partition_lag)) > 5000',
    lasts: '10m',
    severity: 'page',
    meaning: 'Too few fold workers, or Postgres is slow.',
  },
  {
    name: 'CommitFailing',
    expression: 'max(tripfold_fold_commit_failing_seconds) > 60',
    lasts: '0s',
    severity: 'page',
    meaning:
      'A partition stands still because its commit keeps failing; `/readyz` of its worker says why (check `commits`).',
  },
  {
    name: 'CommitsRetried',
    expression: 'sum(rate(tripfold_fold_retries_total[5m])) > 0',
    lasts: '5m',
    severity: 'page',
    meaning: 'Postgres keeps refusing commits. Is its disk full?',
  },
  {
    name: 'MemberParked',
    expression: 'max(tripfold_service_dead_letter_members) > 0',
    lasts: '0s',
    severity: 'ticket',
    meaning: 'A member is parked and needs an operator.',
  },
]
