import type { AuditListItem } from '../lib/audit-labels.js'
import type { Html } from './html.js'
import { table } from './table.js'

type Column = 'when' | 'who' | 'what' | 'application' | 'address' | 'detail'

/** Entries of the audit log. `columns` gives each its heading, in their order. */
export function auditTable(
  label: string,
  columns: Readonly<Partial<Record<Column, string>>>,
  lines: ReadonlyArray<AuditListItem & { who?: string }>,
): Html {
  const shown = Object.entries(columns) as Array<[Column, string]>
  return table(
    label,
    lines,
    shown.map(([name, heading]) => ({
      heading,
      cell: (line) => line[name] ?? '',
      ...(name === 'when' ? { class: 'when' } : {}),
    })),
  )
}
