/** Cuts a table (CSV, RFC 4180) into tables of fewer rows with the same heading, each of one member. */
import type { Cutter } from './cut-documents.js'
import { recordCutter, SEPARATOR_MARK } from './record-cutter.js'
import { addressColumns } from './table-address.js'
import type { AddressColumns } from './table-address.js'

/** A tenth of the segments that a document may have, and few enough bytes for a line of a feed. */
const MAX_ROWS = 1_000
const MAX_CHARS = 256 * 1024

/** The rows of a member stand together, in their order. A heading that comes again, as in a file of rejects, is left out. */
export function tableCutter(): Cutter {
  const records = recordCutter()
  let heading = ''
  let mark = ''
  let columns: AddressColumns | null = null
  let rows = new Map<string, string>()
  let count = 0
  let chars = 0
  const take = (): string[] => {
    const tables = [...rows.values()].map((text) => mark + heading + text)
    rows = new Map()
    count = 0
    chars = 0
    return tables
  }
  const add = (record: string): string[] => {
    const text = record.trim()
    if (text === '' || text === heading.trim()) return []
    if (SEPARATOR_MARK.test(text)) mark = record
    else if (heading === '') {
      heading = record
      columns = addressColumns(heading, records.delimiter())
    } else {
      const address = JSON.stringify(columns?.cells(record))
      rows.set(address, (rows.get(address) ?? '') + record)
      count += 1
      chars += record.length
      if (count >= MAX_ROWS || chars >= MAX_CHARS) return take()
    }
    return []
  }
  return {
    push: (text) => records.push(text).flatMap(add),
    end: () => [...records.end().flatMap(add), ...take()],
    held: records.held,
  }
}
