/** `npm run reset`: deletes everything the embedded stack of this clone has stored. */
import { loadConfig } from './config/config.js'
import { dataFiles } from './config/paths.js'
import { removeHome } from './embedded/server-home.js'
import { lockHolder } from './stack/lock.js'

const files = dataFiles(loadConfig().DATA_DIR)
const holder = lockHolder(files.lock)
if (holder !== null) {
  console.error(`Tripfold is running from this clone (process ${holder.pid}). Stop it first.`)
  process.exit(1)
}
const deleted = removeHome(files.dir)
console.log(deleted.length > 0 ? `Deleted ${deleted.join(' and ')}.` : 'There is nothing to delete.')
