/** `npm run reset`: forgets everything the embedded stack of this clone has kept. */
import { existsSync } from 'node:fs'
import { loadConfig } from './config.js'
import { removeHome } from './embedded/reach.js'
import { holderOf } from './lock.js'
import { runFiles } from './paths.js'

const files = runFiles(loadConfig().DATA_DIR)
const holder = holderOf(files.lock)
if (holder !== null) {
  console.error(`Tripfold runs from this clone (process ${holder.pid}): stop it first.`)
  process.exit(1)
}
const known = existsSync(files.dir)
removeHome(files.dir)
console.log(known ? `Forgotten: ${files.dir}` : 'There was nothing to forget.')
