/** What `npm start` prints when everything is ready. */
import { relative } from 'node:path'
import type { Config } from '../config/config.js'
import { dataFiles } from '../config/paths.js'
import { hasDemo } from './ready-file.js'
import type { DemoAccess, ReadyFile } from './ready-file.js'

/** Servers of their own hold real data: no credentials are created there unasked. */
const NEXT_STEP = 'Create an application: npm run cli -- app add --name NAME --redirect URL'

/** Seven lines: the page to open, what runs where, and one command to paste. `cwd` shortens the paths. */
export function readyText(ready: ReadyFile, config: Config, seconds: number, cwd: string): string {
  const shorten = (file: string): string => shortPath(file, cwd)
  const log = config.LOG_FILE === '' ? 'stdout' : shorten(config.LOG_FILE)
  const rows = [
    ['API, pages', `${ready.base_url}, signed by ${shorten(ready.ca_file)}`],
    ['Operations', `${ready.ops_url} with /readyz, /metrics; log: ${log}`],
  ]
  if (hasDemo(ready))
    rows.push([
      'Demo',
      [
        `${ready.member_email} at ${ready.auth_url}/account`,
        ...(ready.developer_email === undefined ? [] : [`${ready.developer_email} at /console`]),
        `passwords: ${shorten(dataFiles(config.DATA_DIR).ready)}`,
      ].join('; '),
    ])
  return [
    `Ready after ${seconds.toFixed(1)} s. Open ${ready.base_url}/docs`,
    ...rows.map(([name = '', text = '']) => `  ${name.padEnd(12)}${text}`),
    ...(hasDemo(ready) ? ['Submit a first trip:', firstTripCommand(ready, config, cwd)] : [NEXT_STEP]),
    'Ctrl-C stops everything; npm run reset deletes what embedded servers hold.',
  ].join('\n')
}

/** A shell command that submits the first batch; token and body stand in files of the data directory. */
function firstTripCommand(ready: ReadyFile & DemoAccess, config: Config, cwd: string): string {
  const files = dataFiles(config.DATA_DIR)
  const quote = (file: string): string => shellQuote(shortPath(file, cwd))
  const authority = `--cacert ${quote(ready.ca_file)}`
  return `curl ${authority} -H @${quote(files.demoHeaders)} -d @${quote(files.firstBatch)} ${ready.base_url}/v2/segments`
}

function shortPath(file: string, cwd: string): string {
  const short = relative(cwd, file)
  return short.length < file.length ? short : file
}

const shellQuote = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
