import type { Log } from '../../schemas/base/log.js'

function nothing(): void {
  return undefined
}

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
