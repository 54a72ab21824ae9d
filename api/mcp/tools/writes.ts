/** The tools that submit, change and withdraw. */
import Type from 'typebox'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { MAX_BATCH_SEGMENTS } from '../../../schemas/segment/batch.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { getBatch } from '../../routes/batches.js'
import { getDocumentReading, submitDocument } from '../../routes/documents/documents.js'
import { submitSegments } from '../../routes/segment-batch.js'
import { deleteSegment, updateSegment } from '../../routes/segment-writes.js'
import { BriefSegment, briefSegment, withoutEmpty } from '../brief.js'
import type { Doc } from '../brief.js'
import { requireOne, tool } from '../tool.js'
import type { Ask, Received } from '../tool.js'

const id = Type.String({ maxLength: 40 })
const key = Type.Optional(
  Type.String({
    description: 'Your own key for each submission: a repeat with it is done once.',
  }),
)

const Batch = Type.Object(
  {
    id: Type.String(),
    status: Type.String(),
  },
  { description: 'segments: action, segment_id, trip_id of each; pending: ask check_submission' },
)

export const submitSegmentsTool = tool({
  name: 'submit_segments',
  title: 'Submit segments',
  description: [
    'Adds what a source reports: it is merged with what others report of the same thing, and of several the source with',
    'the lowest priority number wins each value. A newer report replaces the older one of the same source. Each needs type',
    'and source (find_sources; "manual" for what the member says). Times are local without zone, 2027-01-20T07:30.',
    'Air: airline, flight_num, origin, destination (IATA), departure_datetime, arrival_datetime. Rail: rail_line,',
    'train_number, origin, destination, departure_datetime, arrival_datetime. Hotel: hotel_name, city_name, country,',
    'checkin_date, checkout_date. Errors name the fields of other types. All or none is accepted.',
  ].join(' '),
  effect: 'adds',
  operation: submitSegments,
  input: Type.Object({
    segments: Type.Array(
      Type.Record(Type.String(), Type.Unknown(), { description: `type: ${SEGMENT_TYPES.join(', ')}` }),
      { minItems: 1, maxItems: MAX_BATCH_SEGMENTS },
    ),
    idempotency_key: key,
  }),
  output: Type.Object({ batch: Batch }),
  call: async ({ segments, idempotency_key: idempotencyKey }, { ask }) => {
    const headers = {
      'content-type': 'application/json',
      prefer: 'wait=10',
      'idempotency-key': idempotencyKey,
    }
    const { location = '' } = await ask(submitSegments, { headers, body: JSON.stringify({ segments }) })
    return { batch: await batchOf(ask, location.split('/').at(-1)!) }
  },
})

const batchOf = async (ask: Ask, batchId: string): Promise<Doc> =>
  withoutEmpty((await ask(getBatch, { params: { batch_id: batchId } })).json as Doc)

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

export const submitDocumentTool = tool({
  name: 'submit_document',
  title: 'Submit a document',
  description:
    'Reads an email, PDF, boarding pass, web page, calendar or export, whole and unchanged, and adds its segments. Give text, or base64 for other bytes. It is read after the answer: ask check_submission.',
  effect: 'adds',
  operation: submitDocument,
  input: Type.Object({
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String()),
    media_type: Type.Optional(Type.String({ description: 'message/rfc822 for an email; absent: detected' })),
    source: Type.Optional(Type.String({ description: 'who reports it; absent: as the document says' })),
    dry_run: Type.Optional(Type.Boolean({ description: 'only read it' })),
    idempotency_key: key,
  }),
  output: Type.Object({ document_id: Type.String(), status: Type.String() }),
  call: async ({ text, base64, media_type: type, idempotency_key: idempotencyKey, ...options }, { ask }) => {
    requireOne({ text, base64 })
    if (base64 !== undefined && !BASE64.test(base64))
      throw new ApiError(
        'invalid_request',
        'base64 must use the standard alphabet only (RFC 4648, section 4).',
      )
    const headers = { 'content-type': type, 'idempotency-key': idempotencyKey }
    const body = text ?? Buffer.from(base64!, 'base64')
    const { json } = await ask(submitDocument, { query: options, headers, body })
    const { id: documentId, status } = json as { id: string; status: string }
    return { document_id: documentId, status }
  },
})

/** What of a document a model can read at once. */
const MAX_PARTS = 50

export const checkSubmissionTool = tool({
  name: 'check_submission',
  title: 'Check a submission',
  description:
    'What became of a batch or a document: its segments and trips, and of a document each part with what was not read and why. Give one id.',
  effect: 'reads',
  operation: getBatch,
  input: Type.Object({ batch_id: Type.Optional(id), document_id: Type.Optional(id) }),
  output: Type.Object({
    status: Type.String(),
    error_description: Type.Optional(Type.String()),
    parts: Type.Optional(Type.Array(Type.Object({ at: Type.String(), result: Type.String() }))),
    batches: Type.Optional(Type.Array(Batch)),
  }),
  call: async ({ batch_id: batchId, document_id: documentId }, { ask }) => {
    requireOne({ batch_id: batchId, document_id: documentId })
    if (batchId !== undefined) {
      const batch = await batchOf(ask, batchId)
      return { status: batch['status'], batches: [batch] }
    }
    const { json } = await ask(getDocumentReading, { params: { document_id: documentId! } })
    const { status, error_description: error, parts, batches } = json as Doc & { batches: string[] }
    const isRead = status !== 'received' && status !== 'reading'
    return withoutEmpty({
      status,
      error_description: error,
      parts: ((parts ?? []) as Doc[]).slice(0, MAX_PARTS).map((part) => withoutEmpty(part)),
      batches: isRead ? await Promise.all(batches.map(async (one) => await batchOf(ask, one))) : [],
    })
  },
})

const Changed = Type.Object({ segment: Type.Optional(BriefSegment), batch: Type.Optional(Batch) })

export const changeSegmentTool = tool({
  name: 'change_segment',
  title: 'Change a segment',
  description:
    'Changes fields of what this application, or the member by hand, has submitted about a segment; null removes one, others stay. To settle a conflict, correct the report that is wrong: give its raw_id of explain as segment_id. trip_id in fields moves the segment to that trip.',
  effect: 'changes',
  operation: updateSegment,
  input: Type.Object({
    segment_id: id,
    fields: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
  }),
  output: Changed,
  call: async ({ segment_id: segment, fields }, { ask }) => {
    const headers = { 'content-type': FORM_TYPE }
    return changed(await ask(updateSegment, { params: { segment }, headers, body: formOf(fields) }))
  },
})

/** Fields as a form, whose absent fields keep their value (contract.md 1.1). */
function formOf(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
    for (const one of isList ? (value as unknown[]) : [value]) form.append(name, formValue(one))
  }
  return form.toString()
}

function formValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** The segment; a batch while it is not known, and for who may not read. */
const changed = ({ json }: Received): Doc =>
  (json as Doc)['type'] === undefined
    ? { batch: withoutEmpty(json as Doc) }
    : { segment: briefSegment(json as Doc) }

export const withdrawSegmentTool = tool({
  name: 'withdraw_segment',
  title: 'Withdraw a segment',
  description:
    'Takes back what this application, or the member by hand, has submitted about a segment. It stays while other sources report it.',
  effect: 'removes',
  operation: deleteSegment,
  input: Type.Object({ segment_id: id }),
  output: Type.Object({ withdrawn: Type.Boolean(), batch: Type.Optional(Batch) }),
  call: async ({ segment_id: segment }, { ask }) => {
    const { status, json } = await ask(deleteSegment, { params: { segment } })
    return status === 200 ? { withdrawn: true } : { withdrawn: false, batch: withoutEmpty(json as Doc) }
  },
})
