/** `npm run test:browser [-- FILES]`: the tests that need a browser. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../ops/config/paths.js'
import { runTests } from './run/run.js'

const FOLDER = join('test', 'browser')

const named = process.argv.slice(2)
const all = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.test.ts'))
process.exit(await runTests(named.length > 0 ? named : all.map((name) => join(FOLDER, name))))
