/**
 * Corrects a segment. What the member alone has entered is changed itself, as PUT /v2/segments/{id} by form does; what
 * others have reported keeps their reports, and the member's values win over them until they are taken back (RULES 3.5).
 */
import { isId } from '../../../../schemas/base/ids.js'
import { provenanceText } from '../../../../schemas/itinerary/stored/provenance.js'
import { MANUAL } from '../../../../schemas/segment/shapes/single-segment.js'
import { choice, asSent } from '../../lib/form.js'
import { page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { field } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { PAGE_CLIENT } from '../documents/page-documents.js'
import type { MemberWrite } from '../ports.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { segmentName } from '../../../segment-words/segment-words.js'
import { applyChange } from './apply-change.js'
import { SEGMENTS } from './new-segment-page.js'
import type { EditDeps } from './new-segment-page.js'
import { changesOf, FORM_FIELDS, sentTexts, shownTexts } from './segment-fields.js'
import type { Texts } from './segment-fields.js'
import { firstField, segmentErrors, segmentFields } from './segment-form.js'
import { textsSent } from './sent-texts.js'
import { tripChoices } from './trip-choices.js'

const ROUTE = `${SEGMENTS}/:segment_id`
const params = { segment_id: isId }
const MOVE = { to: asSent() }
const ACT = { do: choice(['cancel', 'restore', 'remove', 'undo', 'keep'], null) }

export const segmentPages = [
  page(
    { route: `GET ${ROUTE}`, access: member, params },
    async (page, deps: EditDeps) => await renderSegment(page, deps),
  ),
  page({ route: `POST ${ROUTE}`, access: member, params }, correct),
  page({ route: `POST ${ROUTE}/move`, access: member, params, form: MOVE }, move),
  page({ route: `POST ${ROUTE}/act`, access: member, params, form: ACT }, act),
]

interface OwnSegment {
  doc: SegmentDoc
  /** Whether nobody else has reported it. */
  isOwn: boolean
  /** Whether values of the member win over what others report. */
  isCorrected: boolean
  /** Corrected fields for which others have since reported something new (RULES 3.5.5). */
  outdated: string[]
}

async function readSegment(page: MemberPage, { segments }: EditDeps): Promise<OwnSegment | null> {
  const id = page.params['segment_id']!
  const row = await segments.byId(page.account.id, id, { provenance: true, follow: true })
  const doc = row === null ? null : (JSON.parse(row.doc) as SegmentDoc)
  if (doc === null || ['Deleted', 'Merged'].includes(doc.status)) return null
  const isOwn = listOf(doc, 'sources').every(({ source }) => source === MANUAL)
  return {
    doc,
    isOwn,
    isCorrected: !isOwn && provenanceText(row!.provenance ?? '').includes(`"source":"${MANUAL}"`),
    outdated: listOf(doc, 'warnings').flatMap((warning) =>
      listOf(warning, 'values')[0]?.['source'] === MANUAL && warning['code'] === 'schedule_conflict'
        ? String(warning['field'])
        : [],
    ),
  }
}

async function renderSegment(page: MemberPage, deps: EditDeps, refused: Refused = {}): Promise<PageResult> {
  const found = await readSegment(page, deps)
  if (found === null) return problem('not_found')
  const { doc, isOwn } = found
  const trip = textOf(doc, 'trip_id')
  const trips = await tripChoices(deps, page.account.id, trip)
  const was = shownTexts(doc.type, doc)
  const shown = page.sent.get('was') === null ? was : sentTexts(doc.type, page.sent)
  const name = segmentName(doc)
  return view(
    { title: `Correct: ${name}`, path: '/account/trips', ...refused },
    (frame) => html`
<p class="crumb"><a href="/account/trips/${trip ?? 'unfiled'}">${trip === null ? 'Not in a trip' : 'Back to the trip'}</a></p>
<h1>Correct: ${name}</h1>
<p class="lead">${isOwn ? 'You entered this yourself.' : 'What you change here overrides what others report, now and later. A field that you leave empty shows what they report.'}</p>
${postForm(
  frame,
  {
    action: `${SEGMENTS}/${doc.id}`,
    novalidate: true,
    hidden: { was: page.sent.get('was') ?? JSON.stringify(was) },
  },
  html`${segmentFields(frame, doc.type, shown)}
<p class="actions"><button class="primary">Save</button> <a href="/account/trips/${trip ?? 'unfiled'}">Cancel</a></p>`,
)}
<h2>Move it</h2>
${postForm(
  frame,
  { action: `${SEGMENTS}/${doc.id}/move`, novalidate: true },
  html`${field(frame.errors, {
    ...{ id: 'to', label: 'To', value: page.sent.get('to') ?? '', any: 'Choose where to' },
    options: [['new', 'A new trip'], ['none', 'No trip'], ['rules', 'The trip that it fits'], ...trips],
  })}
<p class="actions"><button>Move it</button></p>`,
)}
${removal(found, frame)}
`,
  )
}

function removal({ doc, isOwn, isCorrected, outdated }: OwnSegment, frame: PageFrame): Html {
  const button = (what: string, content: Html): Html =>
    postForm(frame, { action: `${SEGMENTS}/${doc.id}/act`, hidden: { do: what } }, content)
  const isCancelled = doc.status === 'Cancelled'
  return html`<h2>${isOwn ? 'Cancel or remove it' : 'Remove it'}</h2>
${
  isOwn &&
  button(
    isCancelled ? 'restore' : 'cancel',
    html`<p class="actions"><button>${isCancelled ? 'It is not cancelled' : 'Mark it as cancelled'}</button></p>`,
  )
}
${
  isCorrected &&
  outdated.length > 0 &&
  button(
    'keep',
    html`<p>Others have reported something new since you corrected this.</p><p class="actions"><button>Keep my corrections</button></p>`,
  )
}
${
  isCorrected &&
  button(
    'undo',
    html`<p>You have corrected this.</p><p class="actions"><button>Undo my corrections</button></p>`,
  )
}
${button(
  'remove',
  html`<p>${isOwn ? 'It leaves your itinerary for good.' : 'This removes what you have entered or added yourself. What others report stays, and only they can cancel it; you can move it out of its trip.'}</p>
<p class="actions"><button class="danger" id="remove">Remove it</button></p>`,
)}`
}

const rewritten = ({ doc }: OwnSegment, { ids }: EditDeps, fields: object): MemberWrite => ({
  kind: 'segment',
  body: { ...fields, type: doc.type, source: MANUAL },
  envelope: { client: PAGE_CLIENT, first: ids.next(), count: 1, replaces: doc.id, partial: true },
})

/** A time that is emptied where others report it is theirs again, as any field that is left empty. */
const reportedAgain = (was: Texts, sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === 'string' && was[name]?.startsWith(`${value}T`) === true ? null : value,
    ]),
  )

async function correct(page: MemberPage, deps: EditDeps): Promise<PageResult> {
  const found = await readSegment(page, deps)
  if (found === null) return problem('not_found')
  const { doc, isOwn } = found
  const { id, type } = doc
  const was = textsSent(page.sent)
  const sent = changesOf(type, was, sentTexts(type, page.sent))
  const changes = isOwn ? sent : reportedAgain(was, sent)
  if (Object.keys(changes).length === 0) return redirect(tripPath(doc, 'unchanged'))
  const before = Object.fromEntries(FORM_FIELDS[type].map(({ name }) => [name, doc[name]]))
  // What others report comes back in place of an emptied field.
  const after = Object.entries(changes).filter(([, value]) => isOwn || value !== null)
  const again = async (refused: Refused): Promise<PageResult> => await renderSegment(page, deps, refused)
  const errors = segmentErrors(type, deps, { ...before, ...Object.fromEntries(after) }, before)
  if (errors.length > 0) return await again({ errors })
  const write: MemberWrite = isOwn
    ? rewritten(found, deps, changes)
    : { kind: 'edit', body: { do: 'segment.set', segment: id, fields: changes } }
  return await applyChange(page, deps, { write, notice: 'corrected', again, field: firstField(type) })
}

function tripPath(doc: SegmentDoc, notice: string): string {
  return `/account/trips/${textOf(doc, 'trip_id') ?? 'unfiled'}?m=${notice}#segment-${doc.id}`
}

async function move(page: Posted<MemberPage, typeof MOVE>, deps: EditDeps): Promise<PageResult> {
  const found = await readSegment(page, deps)
  if (found === null) return problem('not_found')
  const segment = found.doc.id
  const { to } = page.form
  const again = async (refused: Refused): Promise<PageResult> => await renderSegment(page, deps, refused)
  const edits: Readonly<Record<string, object>> = {
    new: { do: 'trip.create', trip: deps.ids.next(), fields: {}, segments: [segment] },
    none: { do: 'segment.pin', segment, trip: null },
    rules: { do: 'segment.unpin', segment },
  }
  const body = edits[to] ?? (isId(to) ? { do: 'segment.pin', segment, trip: to } : null)
  if (body === null) return await again({ errors: [{ field: 'to', text: 'Choose where to move it.' }] })
  return await applyChange(page, deps, { write: { kind: 'edit', body }, notice: 'moved', again, field: 'to' })
}

async function act(page: Posted<MemberPage, typeof ACT>, deps: EditDeps): Promise<PageResult> {
  const found = await readSegment(page, deps)
  if (found === null) return problem('not_found')
  const { doc, isOwn } = found
  const again = async (refused: Refused): Promise<PageResult> => await renderSegment(page, deps, refused)
  const nothing = Object.fromEntries(FORM_FIELDS[doc.type].map(({ name }) => [name, null]))
  const own = Object.fromEntries(found.outdated.map((name) => [name, doc[name]]))
  const acts: Readonly<Record<string, readonly [notice: string, write: MemberWrite]>> = {
    ...(isOwn && {
      cancel: ['cancelled', rewritten(found, deps, { status: 'Cancelled' })],
      restore: ['restored', rewritten(found, deps, { status: 'Active' })],
    }),
    ...(found.outdated.length > 0 && {
      keep: ['kept', { kind: 'edit', body: { do: 'segment.set', segment: doc.id, fields: own } }],
    }),
    undo: ['undone', { kind: 'edit', body: { do: 'segment.set', segment: doc.id, fields: nothing } }],
    remove: ['removed', { kind: 'withdraw', body: { id: doc.id }, envelope: { client: PAGE_CLIENT } }],
  }
  const [notice, write] = acts[page.form.do ?? ''] ?? []
  if (notice === undefined || write === undefined) return problem('not_found')
  return await applyChange(page, deps, { write, notice, again, field: 'remove' })
}
