/** An answer in lines: a model reads a table with a third less than the same as JSON, whose names repeat. */

type Doc = Readonly<Record<string, unknown>>

/** A line for each value; of a list of objects, a line with their names and one for each. */
export function answerText(answer: Doc): string {
  return Object.entries(answer)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return `${name}: none`
      if (!isTable(value)) return `${name}: ${cell(value)}`
      const columns = [...new Set(value.flatMap((row) => Object.keys(row)))]
      const rows = value.map((row) => columns.map((column) => cell(row[column])).join(' | '))
      return [`${name}: ${columns.join(' | ')}`, ...rows].join('\n')
    })
    .join('\n')
}

const isTable = (value: unknown): value is Doc[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)

/** Text without the line breaks that would look like another row. */
function cell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : JSON.stringify(value)
}
