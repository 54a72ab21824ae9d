/** Changes a trip: its name, destination and notes; merges, splits and deletes it (contract.md 2). */
import { isId } from '../../../../schemas/base/ids.js'
import type { MemberReads } from '../../../../schemas/itinerary/reads.js'
import { asSent, text } from '../../lib/form.js'
import { page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { field, fieldError, fields, tick } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { FieldError, PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import type { MemberWrite, NameStore } from '../ports.js'
import { readTrip } from '../trip/read-trip.js'
import type { WholeTrip } from '../trip/read-trip.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import { segmentName } from '../../../segment-words/segment-words.js'
import { isLive, nameOf } from '../trip/trip-view.js'
import { applyChange } from './apply-change.js'
import type { EditDeps } from './new-segment-page.js'
import { textsSent } from './sent-texts.js'
import { tripChoices } from './trip-choices.js'
import type { Options } from './trip-choices.js'

export interface TripEditDeps extends EditDeps {
  records: MemberReads
  names: NameStore
}

const ROUTE = '/account/trips/:trip_id'
const params = { trip_id: isId }
const MAX_LINE = 200
const MAX_NOTE = 4_000
const MAX_NOTES = 100
/** Segments to choose from for a trip of their own: a form may have 200 names. */
const MAX_BOXES = 150

const line = (label: string, hint: string) =>
  text({ label, hint, required: false }, (value) =>
    value.length > MAX_LINE ? `Use at most ${MAX_LINE} characters.` : null,
  )
const LINES = {
  headline: line('Name', 'Leave it empty to have the trip named after its places.'),
  destination: line('Destination', 'Leave it empty to have it worked out from where you stay.'),
}
const MERGE = { other: asSent() }

/** A trip that was merged stands for the one that it was merged into. */
const isTheirs = {
  access: member,
  params,
  before: async (page: MemberPage, { trips }: TripEditDeps) =>
    (await trips.byId(page.account.id, page.params['trip_id']!, { segments: false, follow: true })) === null
      ? problem('not_found')
      : null,
}

export const tripEditPages = [
  page(
    { route: `GET ${ROUTE}/edit`, access: member, params },
    async (page, deps: TripEditDeps) => await renderEdit(page, deps),
  ),
  page({ route: `POST ${ROUTE}/edit`, ...isTheirs, form: LINES }, save),
  page({ route: `POST ${ROUTE}/merge`, ...isTheirs, form: MERGE }, merge),
  page({ route: `POST ${ROUTE}/split`, ...isTheirs }, split),
  page(
    { route: `POST ${ROUTE}/delete`, ...isTheirs },
    async (page, deps: TripEditDeps) =>
      await edit(page, deps, { body: { do: 'trip.delete' }, notice: 'removed', field: 'delete' }),
  ),
]

async function renderEdit(page: MemberPage, deps: TripEditDeps, refused: Refused = {}): Promise<PageResult> {
  const id = page.params['trip_id']!
  const found = await readTrip(deps, page.account.id, id)
  if (found === null) return problem('not_found')
  if ('mergedInto' in found) return redirect(`/account/trips/${found.mergedInto}/edit`)
  const trips = await tripChoices(deps, page.account.id, id)
  const name = nameOf(found.doc)
  const was = shownTexts(found.doc)
  const isSent = page.sent.get('was') !== null
  const notes = notesOf((name) => (isSent ? page.sent.get(name) : was[name]))
  return view(
    { title: `Change ${name}`, path: '/account/trips', ...refused },
    (frame) => html`
<p class="crumb"><a href="/account/trips/${id}">Back to the trip</a></p>
<h1>Change ${name}</h1>
${postForm(
  frame,
  {
    action: `/account/trips/${id}/edit`,
    novalidate: true,
    hidden: { was: page.sent.get('was') ?? JSON.stringify(was) },
  },
  html`${fields(frame, LINES, isSent ? frame.form : was)}
${[...notes, ''].map((value, at, { length }) =>
  field(frame.errors, {
    ...{ id: `note-${at}`, rows: 3, required: false, value },
    label: at === length - 1 ? 'New note' : `Note ${at + 1}`,
  }),
)}
<p class="actions"><button class="primary">Save</button> <a href="/account/trips/${id}">Cancel</a></p>`,
)}
${(trips.length > 0 || frame.errors.some((error) => error.field === 'other')) && mergeForm(id, trips, frame)}
${splitForm(id, found, frame)}
<h2>Delete it</h2>
${postForm(
  frame,
  { action: `/account/trips/${id}/delete` },
  html`<p>What is on this trip stays in your itinerary, outside any trip, until you move it.</p>
${fieldError(frame.errors, 'delete')}
<p class="actions"><button class="danger" id="delete">Delete this trip</button></p>`,
)}
`,
  )
}

function mergeForm(id: string, trips: Options, frame: PageFrame): Html {
  return html`<h2>Merge it with another trip</h2>
${postForm(
  frame,
  { action: `/account/trips/${id}/merge`, novalidate: true },
  html`${field(frame.errors, { id: 'other', label: 'Add everything of', value: '', any: 'Choose a trip', options: trips })}
<p class="actions"><button>Merge</button></p>`,
)}`
}

function splitForm(id: string, { segments }: WholeTrip, frame: PageFrame): Html | false {
  const live = segments.filter(isLive).slice(0, MAX_BOXES)
  return (
    live.length > 1 &&
    html`<h2>Split it</h2>
${postForm(
  frame,
  { action: `/account/trips/${id}/split`, novalidate: true },
  html`<fieldset><legend>Move to a new trip</legend>
${fieldError(frame.errors, `move-${live[0]!.doc.id}`)}
${live.map(({ doc }) =>
  tick({ type: 'checkbox', id: `move-${doc.id}`, checked: false }, segmentName(doc)),
)}</fieldset>
<p class="actions"><button>Split</button></p>`,
)}`
  )
}

/** What the fields of the form show. */
function shownTexts(doc: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const notes = (listOf(doc, 'notes') as unknown[]).map((note, at) => [`note-${at}`, String(note)])
  return {
    headline: textOf(doc, 'headline') ?? '',
    destination: textOf(doc, 'destination') ?? '',
    ...(Object.fromEntries(notes) as Record<string, string>),
  }
}

/** The notes that are not empty. @param text returns the text of a field */
function notesOf(text: (field: string) => string | null | undefined): string[] {
  return Array.from({ length: MAX_NOTES + 1 }, (_, at) =>
    (text(`note-${at}`) ?? '').replace(/\r\n?/g, '\n').trim(),
  ).filter((note) => note !== '')
}

async function save(page: Posted<MemberPage, typeof LINES>, deps: TripEditDeps): Promise<PageResult> {
  const was = textsSent(page.sent)
  const notes = notesOf((name) => page.sent.get(name))
  const changed = (['headline', 'destination'] as const).filter(
    (name) => page.form[name] !== (was[name] ?? ''),
  )
  const isNoted = JSON.stringify(notes) !== JSON.stringify(notesOf((name) => was[name]))
  const errors: FieldError[] = [...page.errors, ...noteErrors(notes)]
  if (errors.length > 0) return await renderEdit(page, deps, { errors })
  if (changed.length === 0 && !isNoted)
    return redirect(`/account/trips/${page.params['trip_id']!}?m=unchanged`)
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, page.form[name] || null])),
    ...(isNoted && { notes: notes.length > 0 ? notes : null }),
  }
  return await edit(page, deps, { body: { do: 'trip.update', fields }, notice: 'saved', field: 'headline' })
}

function noteErrors(notes: readonly string[]): FieldError[] {
  const long = notes.findIndex((note) => note.length > MAX_NOTE)
  if (long >= 0) return [{ field: `note-${long}`, text: `Use at most ${MAX_NOTE} characters for a note.` }]
  return notes.length > MAX_NOTES ? [{ field: 'note-0', text: `Keep at most ${MAX_NOTES} notes.` }] : []
}

async function merge(page: Posted<MemberPage, typeof MERGE>, deps: TripEditDeps): Promise<PageResult> {
  const { other } = page.form
  if (!isId(other) || other === page.params['trip_id'])
    return await renderEdit(page, deps, { errors: [{ field: 'other', text: 'Choose a trip.' }] })
  return await edit(page, deps, {
    body: { do: 'trip.merge', from: [other] },
    notice: 'merged',
    field: 'other',
  })
}

async function split(page: MemberPage, deps: TripEditDeps): Promise<PageResult> {
  const found = await readTrip(deps, page.account.id, page.params['trip_id']!)
  if (found === null || 'mergedInto' in found) return problem('not_found')
  const live = found.segments.filter(isLive).map(({ doc }) => doc.id)
  const segments = live.filter((id) => page.sent.get(`move-${id}`) !== null)
  const field = `move-${live[0] ?? ''}`
  const text =
    segments.length === 0
      ? 'Choose what to move to a new trip.'
      : 'Leave something on this trip, or rename it instead.'
  if (segments.length === 0 || segments.length === live.length)
    return await renderEdit(page, deps, { errors: live.length < 2 ? [] : [{ field, text }] })
  return await edit(page, deps, {
    ...{ body: { do: 'trip.split', segments }, notice: 'split', field },
    envelope: { first: deps.ids.next() },
  })
}

interface TripEdit extends Pick<MemberWrite, 'envelope'> {
  body: object
  notice: string
  field: string
}

async function edit(
  page: MemberPage,
  deps: TripEditDeps,
  { body, envelope = {}, notice, field }: TripEdit,
): Promise<PageResult> {
  const write = { kind: 'edit', body: { ...body, trip: page.params['trip_id'] }, envelope } as const
  const again = async (refused: Refused): Promise<PageResult> => await renderEdit(page, deps, refused)
  return await applyChange(page, deps, { write, notice, field, again })
}
