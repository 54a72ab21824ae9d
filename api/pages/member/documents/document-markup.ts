import type { DocumentDetails, MailFacts } from '../../../../schemas/documents/document-store.js'
import type { DocumentPart, PartResult } from '../../../../schemas/documents/reading.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { field, fieldError, tick } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { fieldLabel } from '../../../segment-words/field-words.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import { timelineItem } from '../trip/timeline-item.js'
import type { Names } from '../trip/timeline-item.js'
import { itemCard } from '../trip/timeline-markup.js'
import { daySpan } from '../../../segment-words/written-days.js'
import { boxOf, fieldsOf, formRoom } from './corrections.js'
import type { ReadSegment } from './corrections.js'
import { DOCUMENTS_PAGE, isUnread, titleOf } from './page-documents.js'

export interface BecameTrip {
  id: string
  name: string
}

export interface ShownDocument extends Omit<DocumentDetails, 'parts' | 'segments'> {
  parts: readonly DocumentPart[]
  /** The segments that wait to be added. */
  segments: readonly ReadSegment[]
  /** Null: not known yet. */
  trips: readonly BecameTrip[] | null
  names: Names
  /** The form as it was sent, if it is shown again. */
  sent: Parameters
}

const RESULTS: Record<PartResult, string> = {
  read: 'Everything was read.',
  incomplete: 'It was read, except for this:',
  refused: 'This looks like travel, but it cannot be added:',
  ignored: 'Not about travel.',
}
const AGAIN = html`<p role="status">This takes a moment.</p>`

export function documentView(shown: ShownDocument, frame: PageFrame): Html {
  const { mail, batches, error, parts, segments } = shown
  const left = parts.filter(({ segment, result }) => segment === null && result !== 'ignored')
  const ignored = parts.filter(({ result }) => result === 'ignored')
  return html`
<p class="crumb"><a href="/account/documents">Add to my itinerary</a></p>
<h1>${titleOf(shown)}</h1>
${mail !== null && sender(mail)}
${isUnread(shown) && lookAgain(shown, 'It is being read.')}
${error !== null && html`<p class="lead">Nothing was added: ${error}</p>`}
${shown.status === 'nothing_read' && error === null && html`<p class="lead">No travel was found in it.</p>`}
${batches.length > 0 && shown.status !== 'failed' && became(shown)}
${segments.length > 0 && whatWasRead(shown, frame)}
${left.length > 0 && html`<h2>What cannot be added</h2><ul>${left.map(partItem)}</ul>`}
${
  ignored.length > 0 &&
  html`<details><summary>${ignored.length === 1 ? '1 part is' : `${ignored.length} parts are`} not about travel</summary>
<ul>${ignored.map(partItem)}</ul></details>`
}
${
  batches.length === 0 &&
  postForm(
    frame,
    { action: `${DOCUMENTS_PAGE}/${shown.id}/delete` },
    html`<p class="actions"><button>Delete</button></p>`,
  )
}
<p class="actions"><a href="${DOCUMENTS_PAGE}">Add something else</a> <a href="/account/segments/new">Enter it yourself</a></p>
`
}

const sender = ({ from, isVerified }: MailFacts): Html =>
  html`<p>From <strong>${from ?? 'an unknown sender'}</strong></p>
${!isVerified && html`<p class="check">We could not verify the sender. Add it only if you expected this email.</p>`}`

const lookAgain = ({ id }: ShownDocument, text: string): Html =>
  html`<p class="lead">${text}</p>${AGAIN}<p><a href="${DOCUMENTS_PAGE}/${id}">Check again</a></p>`

function became(shown: ShownDocument): Html {
  const { trips } = shown
  if (trips === null) return lookAgain(shown, 'It is being added.')
  return html`<p class="lead">It is in your itinerary.</p>
${
  trips.length === 0
    ? html`<p>It is not in a trip: see <a href="/account/trips/unfiled">what is in no trip, and why</a>.</p>`
    : html`<ul>${trips.map(({ id, name }) => html`<li><a href="/account/trips/${id}">${name}</a></li>\n`)}</ul>`
}`
}

function whatWasRead(shown: ShownDocument, frame: PageFrame): Html {
  const { id, mail, segments } = shown
  const room = formRoom(segments)
  return html`<h2>What was read</h2>
${postForm(
  frame,
  { action: `${DOCUMENTS_PAGE}/${id}`, novalidate: true },
  html`<ol class="timeline">
${segments.map((segment) => html`<li>${segmentItem(segment, room, shown, frame)}</li>\n`)}
</ol>
${fieldError(frame.errors, 'always')}
<p class="actions"><button class="primary">Add to my itinerary</button>${mail?.isVerified === true && html` <button id="always" name="always" value="1">Add, and always accept ${mail.from}</button>`} <a href="${DOCUMENTS_PAGE}">Not now</a></p>`,
)}`
}

function segmentItem(
  segment: ReadSegment,
  room: ReturnType<typeof formRoom>,
  { parts, names, sent }: ShownDocument,
  { errors }: PageFrame,
): Html {
  const { start, end } = SEGMENT_KINDS[segment.type]
  const dayOf = (name: string | null): string | null => textOf(segment, name)?.slice(0, 10) ?? null
  const show = { locators: true, prices: true, reports: false }
  const item = timelineItem({ status: 'Active', ...segment }, null, names, show)
  const box = boxOf(segment)
  const isSent = errors.length > 0
  const fields = fieldsOf(segment)
  const isWrong = errors.some((error) => fields.some(({ id }) => id === error.field))
  const problems = parts
    .filter((part) => String(part.segment) === segment.id)
    .flatMap((part) => part.problems)
  return html`
<p class="soft">${daySpan(dayOf(start), dayOf(end)) ?? 'No date found'}</p>
${itemCard(item, false)}
${travellers(segment)}
${problems.map((one) => html`<p class="check">${problemText(one)}</p>`)}
${fieldError(errors, box)}
${room !== 'none' && tick({ type: 'checkbox', id: box, checked: !isSent || sent.get(box) !== null }, `Add: ${item.name}`)}
${
  room === 'fields' &&
  html`<details${isWrong && html` open`}><summary>Correct it<span class="hidden"> (${item.name})</span></summary>
${fields.map((one) => field(errors, isSent ? { ...one, value: sent.get(one.id) ?? '' } : one))}</details>`
}`
}

function travellers(segment: ReadSegment): Html | false {
  const people = [segment, ...listOf(segment, 'travelers')].map(
    (one) =>
      textOf(one, 'name') ??
      [textOf(one, 'first_name'), textOf(one, 'last_name')].filter((part) => part !== null).join(' '),
  )
  const names = [...new Set(people.filter((name) => name !== ''))]
  return names.length > 0 && html`<p><span class="soft">For</span> ${names.join(', ')}</p>`
}

const problemText = ({ field: name, description }: DocumentPart['problems'][number]): string =>
  name === null ? description : `${fieldLabel(name)}: ${description}`

const partItem = ({ at, result, problems }: DocumentPart): Html =>
  html`<li><strong>${at}</strong>: ${RESULTS[result]}${problems.length > 0 && html`<ul>${problems.map((one) => html`<li>${problemText(one)}</li>`)}</ul>`}</li>\n`
