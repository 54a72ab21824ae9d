/** A fold worker with the small rules, as a process: `fold-process.ts NAME`, DATABASE_URL and NATS_URL in the environment. */
import { startWorker } from './fold-stack.js'

const [name = 'worker'] = process.argv.slice(2)
const { DATABASE_URL: databaseUrl = '', NATS_URL: natsUrl = '' } = process.env
const service = await startWorker({ teardown: () => {} }, { databaseUrl, natsUrl }, {
  name,
  log: {
    debug: () => {},
    info: () => {},
    warn: (fields, message) => { if (process.env['FOLD_DEBUG'] !== undefined) process.stderr.write(`${name}: ${message} ${JSON.stringify(fields)}\n`) },
    error: (fields, message) => { process.stderr.write(`${name}: ${message} ${JSON.stringify(fields)}\n`) }
  }
})
process.once('SIGTERM', () => {
  service.stop().then(() => process.exit(0), (error: unknown) => {
    process.stderr.write(`${name}: ${String(error)}\n`)
    process.exit(1)
  })
})
