/** The forms that add a loyalty account and change what is shown of one. */
import type { ApiDeps } from '../../ports/deps.js'
import { line, shownOf, text } from '../lib/form.js'
import { field, fields } from '../views/field.js'
import type { Field } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'

const MAX_NUMBER = 64
const MAX_PROGRAMME = 200
const MAX_LEVEL = 100
/** Who has programmes of its own. */
const PROGRAMMES = new Set(['airline', 'hotel', 'car', 'rail', 'cruise', 'transportation'])

const upTo = (max: number) => (value: string) =>
  value.length > max ? `Use at most ${max} characters.` : null
const DETAILS = {
  program_name: text({ label: 'Name of the programme (optional)', required: false }, upTo(MAX_PROGRAMME)),
  loyalty_level: text({ label: 'Level (optional)', required: false }, upTo(MAX_LEVEL)),
}
export const NEW_ACCOUNT = {
  source: text({}, (value) => (value === '' ? 'Choose a company.' : null)),
  account_id: line({ label: 'Number', plain: true, autocomplete: 'off' }, 'the number', MAX_NUMBER),
  ...DETAILS,
}
export const CHANGED_ACCOUNT = { account: text(), ...DETAILS }

/** The form that adds an account, open if it was refused. */
export function newAccountForm(
  frame: PageFrame,
  page: string,
  { reference }: Pick<ApiDeps, 'reference'>,
): Html {
  const { ids = [], nameOf = (id: string) => id } = reference.sources?.() ?? {}
  const options = ids
    .filter((id) => PROGRAMMES.has(reference.source(id)?.classification ?? ''))
    .map((id) => [id, nameOf(id)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
  const isRefused = frame.errors.some(({ field: id }) => id in NEW_ACCOUNT)
  const shown = isRefused ? frame.form : {}
  const from = {
    id: 'source',
    label: 'Company',
    value: String(shown['source'] ?? ''),
    any: 'Choose a company',
  }
  return html`<h2>Add a number</h2>
${postForm(
  frame,
  { action: `${page}/add`, novalidate: true },
  html`${field(frame.errors, { ...from, options })}
${fields(frame, NEW_ACCOUNT, shown)}<p class="actions"><button class="primary">Add it</button></p>`,
)}`
}

/** The form of an account's details; ids carry that of the account, which the page has several of. */
export function changeForm(
  frame: PageFrame,
  page: string,
  { id, name, read }: { id: string; name: string; read: (field: string) => string | null },
): Html {
  const inputs = Object.entries(DETAILS).map(([detail, declared]): Field => {
    const { label = '', ...shown } = shownOf(declared)
    return { ...shown, label, id: `${detail}-${id}`, name: detail, value: read(detail) ?? '' }
  })
  return html`<details${frame.errors.some((error) => inputs.some((one) => one.id === error.field)) && html` open`}><summary>Change<span class="hidden">: ${name}</span></summary>
${postForm(
  frame,
  { action: `${page}/change`, novalidate: true, hidden: { account: id } },
  html`${inputs.map((one) => field(frame.errors, one))}
<p class="hint">To use another number, remove this account and add a new one.</p>
<p class="actions"><button>Save</button></p>`,
)}
</details>`
}
