/** `npm run reset`: forgets everything the embedded stack of this clone has kept. */
import { existsSync } from 'node:fs'
import { loadConfig } from './config/config.js'
import { removeHome } from './embedded/server-home.js'
import { lockHolder } from './stack/lock.js'
import { dataFiles } from './config/paths.js'

const files = dataFiles(loadConfig().DATA_DIR)
const holder = lockHolder(files.lock)
if (holder !== null) {
  console.error(`Tripfold runs from this clone (process ${holder.pid}): stop it first.`)
  process.exit(1)
}
const known = existsSync(files.dir)
removeHome(files.dir)
console.log(known ? `Forgotten: ${files.dir}` : 'There was nothing to forget.')
