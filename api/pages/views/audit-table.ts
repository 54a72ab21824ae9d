import type { AuditListItem } from '../lib/audit-labels.js'
import { html } from './html.js'
import type { Html } from './html.js'

type Column = 'when' | 'who' | 'what' | 'application' | 'address' | 'detail'
export type AuditLine = AuditListItem & { who?: string }

/** Entries of the audit log. `columns` gives each its heading, in their order. */
export function auditTable(
  label: string,
  columns: Readonly<Partial<Record<Column, string>>>,
  lines: readonly AuditLine[],
): Html {
  const shown = Object.entries(columns) as Array<[Column, string]>
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
<table class="cards">
<thead><tr>${shown.map(([, heading]) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${lines.map((line) => html`<tr>${shown.map(([name, heading]) => html`<td data-label="${heading}"${name === 'when' && html` class="when"`}>${line[name] ?? ''}</td>`)}</tr>`)}
</tbody>
</table>
</div>`
}
