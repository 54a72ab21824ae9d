import type { Log } from '../../../schemas/base/log.js'

/** Logs errors only. */
export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => {
    console.error(message, fields)
  },
}
