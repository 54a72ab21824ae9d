/**
 * `npm run signatures`: verifies the registry's signatures of the installed packages. Exits 1 if one is wrong or
 * missing, and 0 if the registry offers none, as mirrors often do not.
 */
import { runNpm } from './run-npm.js'
import { signatureVerdict } from './signature-verdict.js'

/** One attempt, and not for minutes: a registry without signatures is no reason to wait. */
const QUICKLY = ['--fetch-retries=0', '--fetch-timeout=20000']

const { is, lines } = signatureVerdict(await runNpm(['audit', 'signatures', '--json', ...QUICKLY]))
for (const line of lines) console.log(line)
process.exitCode = is === 'refused' ? 1 : 0
