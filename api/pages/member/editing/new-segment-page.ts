/** Adds a segment by hand, as POST /v2/segments/{type} does (contract.md 2). */
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { MANUAL } from '../../../../schemas/segment/shapes/single-segment.js'
import type { ApiDeps } from '../../../ports/deps.js'
import { page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { choice } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { PAGE_CLIENT } from '../documents/page-documents.js'
import { SEGMENT_WORDS } from '../../../segment-words/segment-words.js'
import { segmentIcon } from '../trip/segment-icons.js'
import { applyChange } from './apply-change.js'
import type { ChangeDeps } from './apply-change.js'
import { firstField, segmentErrors, segmentFields } from './segment-form.js'
import { changesOf, sentTexts } from './segment-fields.js'
import { tripChoices } from './trip-choices.js'

export interface EditDeps extends ChangeDeps {
  ids: IdGenerator
  reference: ApiDeps['reference']
}

export const SEGMENTS = '/account/segments'
const NEW = `${SEGMENTS}/new`
const ROUTE = `${NEW}/:segment_type`

const typeOf = (word: string): SegmentType | undefined =>
  SEGMENT_TYPES.find((type) => type.toLowerCase() === word)
const params = { segment_type: (word: string) => typeOf(word) !== undefined }

export const newSegmentPages = [
  page({ route: `GET ${NEW}`, access: member }, renderTypes),
  page(
    { route: `GET ${ROUTE}`, access: member, params },
    async (page, deps: EditDeps) => await renderNew(page, deps),
  ),
  page({ route: `POST ${ROUTE}`, access: member, params }, addSegment),
]

function renderTypes({ query }: MemberPage): PageResult {
  const trip = query.get('trip') ?? ''
  const to = isId(trip) ? `?trip=${trip}` : ''
  return view(
    { title: 'Add to my itinerary', path: '/account/trips' },
    () => html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
<h1>What do you want to add?</h1>
<ul class="types">
${SEGMENT_TYPES.map((type) => html`<li><a class="button" href="${NEW}/${type.toLowerCase()}${to}">${segmentIcon(type)} ${SEGMENT_WORDS[type].kind}</a></li>\n`)}
</ul>
<p>Do you have a confirmation, a ticket or a calendar? <a href="/account/documents">Let us read it</a>.</p>
`,
  )
}

async function renderNew(page: MemberPage, deps: EditDeps, refused: Refused = {}): Promise<PageResult> {
  const type = typeOf(page.params['segment_type']!)!
  const trips = await tripChoices(deps, page.account.id, null)
  const trip = page.sent.get('trip') ?? page.query.get('trip') ?? ''
  const kind = SEGMENT_WORDS[type].kind
  return view(
    { title: `Add: ${kind}`, path: '/account/trips', ...refused },
    (frame) => html`
<p class="crumb"><a href="${NEW}${isId(trip) && `?trip=${trip}`}">Something else</a></p>
<h1>Add: ${kind}</h1>
${postForm(
  frame,
  { action: `${NEW}/${type.toLowerCase()}`, novalidate: true },
  html`${segmentFields(frame, type, sentTexts(type, page.sent))}
${trips.length > 0 && choice({ id: 'trip', label: 'Trip', value: trip, any: 'The trip that it fits', options: trips })}
<p class="actions"><button class="primary">Add it</button> <a href="/account/trips">Cancel</a></p>`,
)}
`,
  )
}

async function addSegment(page: MemberPage, deps: EditDeps): Promise<PageResult> {
  const type = typeOf(page.params['segment_type']!)!
  const trip = page.sent.get('trip')
  const fields = Object.fromEntries(
    Object.entries(changesOf(type, {}, sentTexts(type, page.sent))).filter(([, value]) => value !== null),
  )
  const again = async (refused: Refused): Promise<PageResult> => await renderNew(page, deps, refused)
  const errors = segmentErrors(type, deps, fields)
  if (errors.length > 0) return await again({ errors })
  return await applyChange(page, deps, {
    write: {
      kind: 'segment',
      body: { source: MANUAL, ...fields, type },
      envelope: {
        ...{ client: PAGE_CLIENT, first: deps.ids.next(), count: 1 },
        ...(trip !== null && isId(trip) ? { pin: trip } : {}),
      },
    },
    notice: 'added',
    again,
    field: firstField(type),
  })
}
