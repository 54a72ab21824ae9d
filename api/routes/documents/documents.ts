/** Documents in place of raw segments: send, read back, and submit after a dry run (contract.md 14). */
import Type from 'typebox'
import { isId } from '../../../schemas/base/ids.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import {
  AcceptedDocument,
  Document,
  DocumentSubmission,
  ListedDocument,
  MAX_DOCUMENT_BYTES,
} from '../../../schemas/documents/document.js'
import type { DocumentRow } from '../../../schemas/documents/document-store.js'
import { MAX_BODY_BYTES, checkBatch } from '../../../schemas/segment/batch.js'
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import { acceptDocument } from '../../commands/accept-document.js'
import { checkContext } from '../../commands/check-context.js'
import type { FairTurns } from '../../limits/fair-turns.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../../commands/idempotency.js'
import { acceptedDocumentExample, documentExample } from '../../document/examples/documents.js'
import { holderOf } from '../../http/auth-error.js'
import { bodyBytes, hasBody, jsonBody } from '../../http/body.js'
import { InvalidBodyError, RefusedBatchError } from '../../http/faults/invalid-body-error.js'
import { pageOf } from '../../http/pagination.js'
import { anyone, member } from '../../operation/access.js'
import { accepted, cut, list, ok, ready } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { PARAMETERS } from '../../operation/parameters.js'
import type { QueryOf } from '../../operation/parameters.js'
import { idParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'
import { queryReader } from '../../operation/read-query.js'
import type { ApiDeps } from '../../ports/deps.js'
import { REFUSED_BATCH } from '../segment-batch.js'
import { readUpload } from './read-upload.js'

const NO_DOCUMENT = problem(404, 'not_found', 'There is no document with this id.')
const NOT_SUBMITTABLE = problem(
  409,
  'conflict',
  'The document is not a dry run ready to submit: it was submitted before, is not read yet, or has no segments.',
)
const DOCUMENT = { document_id: idParameter('Id of the document.', documentExample.id, NO_DOCUMENT) }

const OPTIONS = ['document_source', 'appointments', 'dry_run'] as const
const readOptions = queryReader(OPTIONS.map((name) => PARAMETERS[name]))

const ACCEPTED = {
  description: 'The document is accepted.',
  schema: AcceptedDocument,
  example: acceptedDocumentExample,
  headers: ['location', ...REPLAYED_HEADER],
} as const

export const submitDocument = operation(
  {
    route: 'POST /v2/documents',
    id: 'submitDocument',
    tag: 'Documents',
    access: member('trips:write'),
    bodyLimit: MAX_DOCUMENT_BYTES,
    summary: 'Send a document',
    description: [
      'An email or web page with schema.org markup, a pass, a GDS display, a calendar or an export, as the body or as the',
      'file of a form. Plain text for people is not read; a PDF or page without markup only if the operator has set up an',
      `extractor. It has at most ${MAX_DOCUMENT_BYTES / 2 ** 20} MiB. The answer 202 is sent once it is stored; it is read`,
      'after that, and its segments become batches like those of POST /v2/segments. The URL in Location accounts for every',
      'part of it. In a form the parameters may be fields.',
    ].join(' '),
    parameters: [...OPTIONS, 'idempotency_key'],
    repeats: 'Without an Idempotency-Key each request makes a document; the itinerary stays the same.',
    body: {
      schema: Type.Unknown({ description: 'The bytes of the document.' }),
      types: ['application/octet-stream', '*/*'],
      example: 'BEGIN:VCALENDAR ...',
      unread: true,
    },
    responses: { 202: ACCEPTED },
    problems: IDEMPOTENCY_PROBLEMS,
  },
  async (input, deps: ApiDeps & { turns: FairTurns }) => {
    const { request, caller, strict } = input
    await deps.turns.next(caller, bodyBytes(request).length)
    const upload = await readUpload(request)
    const asked = { ...(request.query as object), ...upload.fields }
    const options = readOptions(asked, strict, deps.now()) as QueryOf<(typeof OPTIONS)[number]>
    const { source, appointments, dry_run: dryRun } = options
    return await acceptDocument(deps, input, upload, { source, appointments, dryRun })
  },
)

export const listDocuments = operation(
  {
    route: 'GET /v2/documents',
    id: 'listDocuments',
    tag: 'Documents',
    access: anyone('trips:write', 'trips:read'),
    summary: 'List documents',
    description:
      'The documents that the application sent, newest first, without parts and segments; with a member token, ' +
      'those of the member.',
    parameters: ['limit_documents', 'cursor'],
    responses: {
      200: {
        description: 'The documents.',
        schema: Type.Array(ListedDocument),
        example: [without(documentExample)],
        headers: ['x-total-count', 'link'],
      },
    },
  },
  async ({ query, caller }, { documents }: ApiDeps) => {
    const page = pageOf({ ...query, offset: 0 }, 'documents.id')
    const [before = null] = page.cursor ?? []
    const found = await documents.list(holderOf(caller), {
      before: before !== null && isId(before) ? before : null,
      limit: page.limit + 1,
    })
    return list(
      cut(page, found, ({ id }) => [id]),
      (row) => JSON.stringify(factsOf(row)),
    )
  },
)

export const getDocumentReading = operation(
  {
    route: 'GET /v2/documents/{document_id}',
    id: 'getDocumentReading',
    tag: 'Documents',
    access: anyone('trips:write', 'trips:read'),
    summary: 'Read a document',
    description:
      'Its status, the result of each of its parts, and its batches. Only the application that ' +
      'sent it can read it.',
    params: DOCUMENT,
    responses: { 200: { description: 'The document.', schema: Document, example: documentExample } },
    problems: [NO_DOCUMENT],
  },
  async ({ params, caller }, { documents }: ApiDeps) => {
    const row = await documents.byId(holderOf(caller), params.document_id)
    if (row === null) return NO_DOCUMENT
    const facts = JSON.stringify(factsOf(row)).slice(0, -1)
    return ok(ready(`${facts},"parts":${row.parts ?? 'null'},"segments":${row.segments ?? 'null'}}`))
  },
)

export const confirmDocument = operation(
  {
    route: 'POST /v2/documents/{document_id}/submit',
    id: 'confirmDocument',
    tag: 'Documents',
    access: member('trips:write'),
    bodyLimit: MAX_BODY_BYTES,
    summary: 'Submit a dry run',
    description:
      'The segments read from a document that was sent with dry_run become batches; `segments` replaces ' +
      'them. A repeat gets 409, and the document shows its batches.',
    params: DOCUMENT,
    body: { schema: DocumentSubmission, example: {}, unread: true, optional: true },
    responses: { 202: { ...ACCEPTED, headers: ['location'] }, 400: REFUSED_BATCH },
    problems: [NO_DOCUMENT, NOT_SUBMITTABLE],
  },
  async (input, deps: ApiDeps) => {
    const { request, strict, caller, params } = input
    const { document_id: id } = params
    const segments = hasBody(request)
      ? correctedSegments(jsonBody(request), checkContext(deps, strict))
      : null
    const batch = deps.ids.next()
    const state = await deps.documents.submit(caller, id, { at: deps.now(), segments, batch })
    if (state === 'unknown') return NO_DOCUMENT
    if (state === 'state') return NOT_SUBMITTABLE
    return accepted({ id, status: 'read' as const, batches: [batch] }, { location: `/v2/documents/${id}` })
  },
)

const FIELDS = Object.keys(DocumentSubmission.properties)

/** Null: the segments that were read. Throws the errors of POST /v2/segments. */
function correctedSegments(body: unknown, context: CheckContext): unknown[] | null {
  if (JSON.stringify(body) === '{}') return null
  const check = checkBatch(body, context, { what: 'body', fields: FIELDS, errors: [] })
  if (check.is === 'malformed') throw new InvalidBodyError(check.errors)
  if (check.is === 'refused') throw new RefusedBatchError(check.entries)
  return (body as { segments: unknown[] }).segments
}

function without({ parts: _parts, segments: _segments, ...facts }: typeof documentExample) {
  return facts
}

const factsOf = (row: DocumentRow) => ({
  id: row.id,
  status: row.status,
  name: row.name,
  media_type: row.mediaType,
  size: row.size,
  source: row.source,
  received: instantText(row.received),
  dry_run: row.dryRun,
  format: row.format,
  error_description: row.error,
  batches: row.batches,
})
