/** `npm run cli -- COMMAND`: the command line for operators. */
import { runCli } from './cli/program.js'

process.exit(await runCli(process.argv.slice(2)))
