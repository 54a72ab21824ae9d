/** A line of a log. */
export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** The lines that a process wrote; throws for one that is not a JSON object. */
export function jsonLines(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        return JSON.parse(line) as LogLine
      } catch {
        throw new Error(`not a line of a log: ${line}`)
      }
    })
}
