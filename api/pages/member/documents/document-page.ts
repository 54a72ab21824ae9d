/** A document that the member has sent: the segments that were read, to be corrected and added, and their trips. */
import { isId } from '../../../../schemas/base/ids.js'
import type { DocumentDetails, Documents } from '../../../../schemas/documents/document-store.js'
import type { DocumentPart } from '../../../../schemas/documents/reading.js'
import type { MailAddresses } from '../../../../schemas/documents/mail-addresses.js'
import type { BatchReads, MemberReads, TripReads } from '../../../../schemas/itinerary/reads.js'
import type { RawOutcome } from '../../../../schemas/stream/message.js'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../../../schemas/segment/validation/check-segment.js'
import { checkContext } from '../../../commands/check-context.js'
import { awaitFold } from '../../../commands/submit-command.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import type { ApiDeps } from '../../../ports/deps.js'
import { page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import type { FieldError } from '../../views/page-frame.js'
import type { NameStore } from '../ports.js'
import { labelled } from '../../../segment-words/field-words.js'
import { namesFor } from '../trip/read-segments.js'
import { nameOf } from '../trip/trip-view.js'
import { boxOf, chosenSegments, fieldsOf, formRoom, rawOf } from './corrections.js'
import type { ReadSegment } from './corrections.js'
import { DOCUMENTS_PAGE, titleOf, viewerOf } from './page-documents.js'
import { documentView } from './document-markup.js'
import type { BecameTrip } from './document-markup.js'

export interface DocumentPageDeps {
  documents: Documents
  mailAddresses: Pick<MailAddresses, 'accept'>
  batches: Pick<BatchReads, 'byId'>
  trips: TripReads
  names: NameStore
  records: MemberReads
  ids: IdGenerator
  now: () => number
  reference: ApiDeps['reference']
}

const ROUTE = `${DOCUMENTS_PAGE}/:document_id`
const params = { document_id: isId }
/** How long the page waits for added segments. */
const FOLD_WAIT_MS = 3_000
const MAX_TRIPS = 20
const MAX_SENDERS = 200
const TOO_MANY_SENDERS = `You already accept ${MAX_SENDERS} senders. Remove one under "Bookings by email".`

export const documentPages = [
  page(
    { route: `GET ${ROUTE}`, access: member, params },
    async (page, deps: DocumentPageDeps) => await renderDocument(page, deps),
  ),
  page({ route: `POST ${ROUTE}`, access: member, params }, addChosen),
  page(
    { route: `POST ${ROUTE}/delete`, access: member, params },
    async (page, { documents }: DocumentPageDeps) => {
      const id = page.params['document_id']!
      const isDeleted = await documents.remove(viewerOf(page.account.id), id)
      return isDeleted ? redirect(`${DOCUMENTS_PAGE}?m=deleted`) : problem('not_found')
    },
  ),
]

async function renderDocument(
  page: MemberPage,
  deps: DocumentPageDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const found = await deps.documents.byId(viewerOf(page.account.id), page.params['document_id']!)
  if (found === null) return problem('not_found')
  const segments = segmentsOf(found)
  const shown = segments.map((one) => ({ status: 'Active', ...one }))
  const [names, trips] = await Promise.all([
    namesFor(deps, page.account.id, shown),
    tripsOf(page.account.id, found.batches, deps),
  ])
  const parts = JSON.parse(found.parts ?? '[]') as DocumentPart[]
  return view({ title: titleOf(found), path: '/account/trips', ...refused }, (frame) =>
    documentView({ ...found, parts, segments, trips, names, sent: page.sent }, frame),
  )
}

/** The segments that were read and wait, each with its position as its id. */
function segmentsOf({ batches, segments }: DocumentDetails): ReadSegment[] {
  if (batches.length > 0) return []
  return (JSON.parse(segments ?? '[]') as ReadSegment[]).map((raw, at) => ({ ...raw, id: String(at) }))
}

/** Trips of the segments that the batches became; null while they are not all folded. */
async function tripsOf(
  member: string,
  batches: readonly string[],
  { batches: reads, trips }: DocumentPageDeps,
): Promise<BecameTrip[] | null> {
  const rows = await Promise.all(batches.map(async (id) => await reads.byId(member, id)))
  if (rows.some((row) => row === null)) return null
  const outcomes = rows.flatMap((row) => JSON.parse(row!.results) as RawOutcome[])
  const ids = [...new Set(outcomes.flatMap(({ trip_id: id }) => (id === null ? [] : [id])))]
  const found = await Promise.all(
    ids
      .slice(0, MAX_TRIPS)
      .map(async (id) => await trips.byId(member, id, { segments: false, follow: true })),
  )
  return found
    .filter((row) => row !== null)
    .map(({ doc }) => JSON.parse(doc) as Record<string, unknown>)
    .map((doc) => ({ id: String(doc['id']), name: nameOf(doc) }))
}

async function addChosen(page: MemberPage, deps: DocumentPageDeps): Promise<PageResult> {
  const memberId = page.account.id
  const id = page.params['document_id']!
  const viewer = viewerOf(memberId)
  const found = await deps.documents.byId(viewer, id)
  if (found === null) return problem('not_found')
  const read = segmentsOf(found)
  const to = `${DOCUMENTS_PAGE}/${id}`
  if (read.length === 0) return redirect(to)
  const chosen = formRoom(read) === 'none' ? null : chosenSegments(read, page.sent)
  const errors = chosen === null ? [] : errorsOf(chosen, read, checkContext(deps, false))
  if (errors.length > 0) return await renderDocument(page, deps, { errors })
  if (page.sent.get('always') !== null && !(await acceptSender(page, found, deps)))
    return await renderDocument(page, deps, { errors: [{ field: 'always', text: TOO_MANY_SENDERS }] })
  const isAsRead =
    chosen === null || (chosen.length === read.length && chosen.every((one) => !one.isCorrected))
  const batch = deps.ids.next()
  const segments = isAsRead ? null : chosen.map(({ segment }) => rawOf(segment))
  const outcome = await deps.documents.submit(viewer, id, { at: deps.now(), segments, batch })
  if (outcome === 'submitted')
    await awaitFold({ reads: { batches: deps.batches as BatchReads } }, memberId, batch, FOLD_WAIT_MS)
  return redirect(to)
}

/** False: the member accepts too many senders. One that was never verified is not accepted. */
async function acceptSender(
  page: MemberPage,
  { mail }: DocumentDetails,
  { mailAddresses, ids }: DocumentPageDeps,
): Promise<boolean> {
  if (mail === null || mail.from === null || !mail.isVerified) return true
  const memberId = page.account.id
  const sender = { id: ids.next(), member: memberId, sender: mail.from }
  if (!(await mailAddresses.accept(sender, MAX_SENDERS))) return false
  await page.audit('mail_sender_accepted', { memberId, detail: { sender: mail.from } })
  return true
}

/** The errors of the chosen segments, each next to its field, or the checkbox if it has none. */
function errorsOf(
  chosen: ReturnType<typeof chosenSegments>,
  read: readonly ReadSegment[],
  context: CheckContext,
): FieldError[] {
  if (chosen.length === 0) return [{ field: boxOf(read[0]!), text: 'Choose what to add.' }]
  const hasFields = formRoom(read) === 'fields'
  return chosen.flatMap(({ segment }) =>
    checkSegment(rawOf(segment), context).map(({ field, error_description: text }) => {
      const shown = hasFields ? fieldsOf(segment).find((one) => one.field === field) : undefined
      return {
        field: shown?.id ?? boxOf(segment),
        text: labelled(text, segment?.type),
      }
    }),
  )
}
