import type { Alarm } from '../alarm.js'

/** Postgres, NATS and the processes themselves. */
export const SERVER_ALARMS: Alarm[] = [
  {
    name: 'ServerAway',
    expression: 'max(tripfold_service_view_problems) > 0',
    lasts: '1m',
    severity: 'page',
    meaning: 'Postgres or NATS does not answer, or a stream is missing.',
  },
  {
    name: 'StreamFilling',
    expression:
      'max by (stream) (tripfold_service_stream_bytes{stream!="DLQ"} / tripfold_service_stream_max_bytes) > 0.9',
    lasts: '10m',
    severity: 'page',
    meaning: 'A stream is filling up although consumed messages are being removed.',
  },
  {
    name: 'DatabaseLarge',
    expression: 'max(tripfold_service_database_bytes) > 200e9',
    lasts: '10m',
    severity: 'ticket',
    meaning: 'The database is large; choose the number as three quarters of its disk.',
  },
  {
    name: 'VersionsMixed',
    expression: 'count(count by (version) (tripfold_build_info)) > 1',
    lasts: '30m',
    severity: 'ticket',
    meaning: 'Processes of different versions run: a rollout did not finish.',
  },
  {
    name: 'ProcessDown',
    expression: 'up{job="tripfold"} == 0',
    lasts: '2m',
    severity: 'page',
    meaning: 'A process of the service does not answer Prometheus.',
  },
]
