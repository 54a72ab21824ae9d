import { percentiles } from '../dashboard.js'
import type { Dashboard } from '../dashboard.js'

/** The fold workers: who owns what, how fast they commit, what they retry. */
export const FOLD: Dashboard = {
  id: 'tripfold-fold',
  title: 'Tripfold: fold',
  rows: [
    {
      title: 'Backlog',
      panels: [
        {
          title: 'Lag of the ten partitions with most',
          description:
            'One partition alone: a member with very many segments, or a halt. All: too few workers.',
          unit: 'short',
          series: [
            ['topk(10, max by (partition) (tripfold_service_partition_lag))', 'partition {{partition}}'],
          ],
        },
        {
          title: 'Partitions owned by each worker',
          description: 'Any two workers differ by at most one.',
          unit: 'short',
          series: [['tripfold_partitions_owned', '{{instance}} {{process}}']],
        },
        {
          title: 'Folded messages',
          description: 'By worker.',
          unit: 'short',
          series: [['sum by (instance) (rate(tripfold_folded_messages_total[1m]))', '{{instance}}']],
        },
        {
          title: 'Skipped messages',
          description: 'Duplicates are normal after a takeover.',
          unit: 'short',
          series: [['sum by (why) (rate(tripfold_fold_skipped_messages_total[5m]))', '{{why}}']],
        },
      ],
    },
    {
      title: 'Commits',
      panels: [
        {
          title: 'Time of a commit',
          description: 'From taking a batch out of the mailbox to its committed transaction.',
          unit: 's',
          series: percentiles('tripfold_fold_commit_seconds'),
        },
        {
          title: 'Messages in a commit',
          description: 'Grows with the load: one transaction pays for many messages.',
          unit: 'short',
          series: percentiles('tripfold_fold_commit_messages'),
        },
        {
          title: 'Members read a folded member',
          description: 'Near 1 for long: members are evicted too early; raise FOLD_MEMORY_BYTES.',
          unit: 'percentunit',
          series: [
            [
              'sum(rate(tripfold_fold_members_read_total[5m])) / sum(rate(tripfold_folded_members_total[5m]))',
              'read',
            ],
          ],
        },
        {
          title: 'Trouble',
          description: 'Retries and fenced commits are rare; a halt needs an operator.',
          unit: 'short',
          series: [
            ['sum(rate(tripfold_fold_retries_total[5m]))', 'retries'],
            ['sum(rate(tripfold_fold_fenced_total[5m]))', 'fenced'],
            ['sum by (status) (rate(tripfold_fold_halts_total[5m]))', '{{status}}'],
            ['sum by (reason) (rate(tripfold_fold_parked_total[5m]))', 'parked: {{reason}}'],
          ],
        },
      ],
    },
  ],
}
