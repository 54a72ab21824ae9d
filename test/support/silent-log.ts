import type { Log } from '../../schemas/base/log.js'

/** A log that keeps its entries for tests to read, and prints nothing. */
export function silentLog(): Log & {
  lines: Array<{ level: string; fields: Record<string, unknown>; message: string }>
} {
  const lines: Array<{ level: string; fields: Record<string, unknown>; message: string }> = []
  const at =
    (level: string) =>
    (fields: Record<string, unknown>, message: string): void => {
      lines.push({ level, fields, message })
    }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
