/**
 * Writes the Prometheus rules, the Grafana dashboards and the table of alarms:
 * `node --import tsx ops/monitoring/make.ts`. A test fails while a file is not what this writes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../config/paths.js'
import { withAlarmTable } from './alarm-table.js'
import { ALARM_GROUPS } from './alarms/all.js'
import { DASHBOARDS } from './dashboards/all.js'
import { grafanaDashboard } from './grafana-dashboard.js'
import { ruleFile } from './rule-file.js'

const ALARMS = 'ops/docs/alarms.md'

/** The text of each file by its path below the root. */
export function monitoringFiles(): Map<string, string> {
  const rules = ruleFile(ALARM_GROUPS)
  return new Map([
    ['ops/deploy/prometheus/rules.yaml', rules],
    // A chart can only read files of its own.
    ['ops/deploy/helm/tripfold/files/rules.yaml', rules],
    ...DASHBOARDS.map((dashboard): [string, string] => [
      `ops/deploy/grafana/dashboards/${dashboard.id}.json`,
      `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
    ]),
    [ALARMS, withAlarmTable(readFileSync(join(ROOT, ALARMS), 'utf8'), ALARM_GROUPS)],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of monitoringFiles()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
