/** Writes of the member's pages: what is shown once one is applied, and while it is not. */
import { isId } from '../../../../schemas/base/ids.js'
import type { Refusal } from '../../../../schemas/itinerary/batch-status.js'
import type { BatchReads, BatchRow, SegmentReads, TripReads } from '../../../../schemas/itinerary/reads.js'
import { mayBeInFlight } from '../../../commands/in-flight-ids.js'
import { page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { html } from '../../views/html.js'
import { labelled } from '../../../segment-words/field-words.js'
import type { MemberWrite, WriteStore } from '../ports.js'

export interface ChangeDeps {
  writes: WriteStore
  batches: BatchReads
  segments: SegmentReads
  trips: TripReads
  now: () => number
}

const CHANGES = '/account/changes'
const TRIPS = '/account/trips'
const REFRESH_SECONDS = 3

/** What was done, on the page where it is seen. */
export const CHANGE_NOTICES: Readonly<Record<string, string>> = {
  added: 'Added to your itinerary.',
  corrected: 'Corrected.',
  kept: 'Your corrections are kept.',
  unchanged: 'Nothing was changed.',
  moved: 'Moved.',
  cancelled: 'Marked as cancelled.',
  restored: 'No longer marked as cancelled.',
  removed: 'Removed.',
  undone: 'Your corrections have been undone. This shows what was reported.',
  saved: 'Saved.',
  merged: 'Merged. This trip now has everything of both.',
  split: 'Split. This is the new trip.',
}

export const changePage = page(
  { route: `GET ${CHANGES}/:batch_id`, access: member, params: { batch_id: isId } },
  showChange,
)

interface Change {
  write: MemberWrite
  /** Of CHANGE_NOTICES. */
  notice: string
  /** The page with its form, for a change that is refused, and the field that this is said of. */
  again: (refused: Refused) => Promise<PageResult>
  field: string
}

/** Writes a change and shows the page where it is seen. */
export async function applyChange(
  { account }: MemberPage,
  deps: ChangeDeps,
  { write, notice, again, field }: Change,
): Promise<PageResult> {
  const { batch, row } = await deps.writes.write(account.id, write)
  if (row === null) return redirect(`${CHANGES}/${batch}?m=${notice}`)
  if (row.refusal !== null) return await again({ errors: [{ field, text: refusalText(row.refusal) }] })
  return redirect(await whereSeen(account.id, deps, row, notice))
}

function refusalText({ error, error_description: text }: Refusal): string {
  return error === 'access_denied'
    ? 'Others have reported this, and only they can cancel it. You can move it out of its trip.'
    : labelled(text)
}

/** Redirects to the change once it is applied. */
async function showChange(page: MemberPage, deps: ChangeDeps): Promise<PageResult> {
  const member = page.account.id
  const id = page.params['batch_id']!
  const row = await deps.batches.byId(member, id)
  if (row === null && !(await mayBeInFlight({ ...deps, reads: { batches: deps.batches } }, member, id)))
    return problem('not_found')
  const notice = page.query.get('m') ?? ''
  if (row?.refusal === null)
    return redirect(await whereSeen(member, deps, row, Object.hasOwn(CHANGE_NOTICES, notice) ? notice : ''))
  const refusal = row?.refusal ?? null
  return view(
    { title: 'Your change', path: TRIPS, ...(refusal === null ? { refresh: REFRESH_SECONDS } : {}) },
    () =>
      refusal === null
        ? html`<h1>Your change is being applied</h1>
<p class="lead" role="status">We have received it. This page shows it as soon as it is done.</p>
<p><a href="${CHANGES}/${id}?m=${notice}">Check again</a></p>
`
        : html`<h1>Your change was not possible</h1>
<p class="lead">${refusalText(refusal)}</p>
<p><a href="${TRIPS}">Your itinerary</a></p>
`,
  )
}

/** The page on which the result is seen. */
async function whereSeen(
  member: string,
  { segments, trips, now }: Pick<ChangeDeps, 'segments' | 'trips' | 'now'>,
  { resource }: BatchRow,
  notice: string,
): Promise<string> {
  const said = notice === '' ? '' : `?m=${notice}`
  if (resource?.kind === 'trip') {
    const row = await trips.byId(member, resource.id, { segments: false, follow: true })
    return row === null || !isReadable(row.doc) ? `${TRIPS}${said}` : `${TRIPS}/${row.id}${said}`
  }
  if (resource?.kind === 'account') return `/account/loyalty${said}`
  const row =
    resource === null ? null : await segments.byId(member, resource.id, { provenance: false, follow: true })
  if (row === null || !isReadable(row.doc)) return `${TRIPS}${said}`
  const doc = JSON.parse(row.doc) as Record<string, unknown>
  const at = `#segment-${row.id}`
  if (typeof doc['trip_id'] === 'string') return `${TRIPS}/${doc['trip_id']}${said}${at}`
  return `${TRIPS}/unfiled?view=${row.at < now() ? 'past' : 'upcoming'}${said.replace('?', '&')}${at}`
}

const isReadable = (doc: string): boolean =>
  !['Deleted', 'Merged'].includes(String((JSON.parse(doc) as { status?: unknown }).status))
