/** The part of the page Security about exports: the form, and earlier exports. */
import { formatBytes } from '../../views/format-bytes.js'
import { formatDateTime } from '../../lib/format-date.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { ExportView } from './account-exports.js'

const NAMES = { json: 'Everything', ics: 'The itinerary' }
const BADGES = {
  waiting: html`<span class="badge">Waiting</span>`,
  running: html`<span class="badge">Being prepared</span>`,
  done: html`<span class="badge good">Ready</span>`,
  failed: html`<span class="badge bad">Failed</span>`,
}

/** The buttons of the form with the password, and those of the exports that are ready. */
export function exportButtons(exports: readonly ExportView[]): Html {
  return html`<p class="actions"><button name="as" value="json">Download everything</button> <button name="as" value="ics">Download the itinerary</button></p>
${exports.map(
  (one) => html`<div class="card">
<p><strong>${NAMES[one.input.as]}</strong> ${BADGES[one.state]}</p>
<p class="soft">${facts(one)}</p>
${one.state === 'done' && html`<p class="actions"><button name="export" value="${one.id}">Download this one</button></p>`}
</div>
`,
)}`
}

function facts({ state, created, until, result }: ExportView): string {
  const asked = `Asked for on ${formatDateTime(new Date(created))}`
  if (state === 'failed') return `${asked}. It failed, which is our fault: ask for it again.`
  if (state !== 'done') return `${asked}. Reload this page to see whether it is ready.`
  return `${asked}. ${formatBytes(result?.bytes ?? 0)}, available until ${formatDateTime(new Date(until ?? 0))}.`
}
