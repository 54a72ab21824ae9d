/** POST /v2/segments (contract.md 5 and 10.5). */
import Type from 'typebox'
import {
  AcceptedBatch,
  MAX_BODY_BYTES,
  MAX_BATCH_SEGMENTS,
  RefusedBatch,
  SegmentBatch,
  checkBatch,
} from '../../schemas/segment/batch.js'
import type { BatchCheck } from '../../schemas/segment/batch.js'
import { AcceptedDocument } from '../../schemas/documents/document.js'
import type { ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import { acceptDocument } from '../commands/accept-document.js'
import { checkContext } from '../commands/check-context.js'
import type { FairTurns } from '../limits/fair-turns.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER, withIdempotencyKey } from '../commands/idempotency.js'
import { awaitOwnFold, publishMessage } from '../commands/submit-command.js'
import type { Asking } from '../commands/submit-command.js'
import { rawExamples } from '../document/examples/raw-segments.js'
import { bodyBytes, jsonBody, mediaType } from '../http/body.js'
import { InvalidBodyError, RefusedBatchError } from '../http/faults/invalid-body-error.js'
import { preferences } from '../http/prefer.js'
import { member } from '../operation/access.js'
import { accepted } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { ApiDeps } from '../ports/deps.js'

/** Bodies that are read as documents, without parameters (contract.md 14). */
const DOCUMENT_TYPES = new Set(['application/ld+json', 'text/calendar'])
const AS_IT_IS = { source: null, appointments: false, dryRun: false }

/** `Prefer: wait=N` is honoured up to this, seconds. */
const MAX_WAIT_S = 10

export const REFUSED_BATCH = {
  description:
    'Some segment is invalid (an array with one entry per segment), or the body is not a batch (an ' +
    'error).',
  schema: RefusedBatch,
  example: [
    {
      type: 'Air',
      status: 'Active',
      errors: [
        {
          error: 'invalid_source',
          error_description: 'Invalid source.',
          field: 'source',
          hint: 'Did you mean "airline_ba" (British Airways)? GET /v2/sources lists the ids; add ?q= and a name to search.',
        },
      ],
    },
    { type: 'Hotel', status: null, errors: [] },
  ],
} as const

export const submitSegments = operation(
  {
    route: 'POST /v2/segments',
    id: 'submitSegments',
    tag: 'Segments',
    access: member('trips:write'),
    bodyLimit: MAX_BODY_BYTES,
    summary: 'Submit raw segments',
    description: [
      `Accepts up to ${MAX_BATCH_SEGMENTS} raw segments of one member. All are validated before the answer:`,
      'one error in any of them rejects the whole batch, and every error is reported.',
      'The answer 202 is sent once the batch is on disk; it is put on the itinerary after that,',
      'see the URL in Location. A trip_id must not be sent.',
      'schema.org JSON-LD and iCalendar are read as documents (POST /v2/documents) and answered like them.',
    ].join(' '),
    parameters: ['prefer', 'idempotency_key'],
    body: {
      schema: SegmentBatch,
      example: { segments: [rawExamples['Air'], rawExamples['Hotel']] },
      documents: [...DOCUMENT_TYPES],
      unread: true,
    },
    responses: {
      202: {
        description: 'The batch, or the document, is accepted.',
        schema: Type.Union([AcceptedBatch, AcceptedDocument]),
        example: [
          { type: 'Air', status: 'Active', _id: 58241077248001 },
          { type: 'Hotel', status: 'Active', _id: 58241077248002 },
        ],
        headers: ['location', 'preference-applied', ...REPLAYED_HEADER],
      },
      400: REFUSED_BATCH,
    },
    problems: IDEMPOTENCY_PROBLEMS,
  },
  async (input, deps: ApiDeps & { turns: FairTurns }) => {
    const { request, caller, strict, header } = input
    // Before the body is parsed: that is most of the work.
    await deps.turns.next(caller, bodyBytes(request).length)
    const type = mediaType(request)
    if (DOCUMENT_TYPES.has(type)) {
      const document = { bytes: bodyBytes(request), name: null, mediaType: type }
      return await acceptDocument(deps, input, document, AS_IT_IS)
    }
    const batch = checkBatch(jsonBody(request), checkContext(deps, strict))
    if (batch.is === 'malformed') throw new InvalidBodyError(batch.errors)
    if (strict) header('preference-applied', 'handling=strict')
    if (batch.is === 'refused') throw new RefusedBatchError(batch.entries)
    const ids = await withIdempotencyKey(deps, input, {
      proposed: { batch: deps.ids.next(), first: deps.ids.block(batch.segments.length) },
      run: async (reserved) => {
        await acceptBatch(deps, input, batch, reserved)
      },
    })
    const first = Number(ids.first)
    const answer = batch.segments.map(({ type, status }, at) => ({ type, status, _id: first + at }))
    return accepted(answer, { location: `/v2/batches/${ids.batch}` })
  },
)

/** Publishes a valid batch and waits for its fold as long as the client prefers. */
async function acceptBatch(
  deps: ApiDeps,
  asking: Asking & { strict: boolean },
  { segments }: BatchCheck & { is: 'good' },
  ids: ReservedIds,
): Promise<void> {
  const { request, header, strict } = asking
  await publishMessage(deps, asking, 'segments', bodyBytes(request), {
    batch: ids.batch,
    first: ids.first,
    count: segments.length,
  })
  const { wait } = preferences(request)
  if (wait === null) return
  const seconds = Math.min(wait, MAX_WAIT_S)
  const { waited } = await awaitOwnFold(deps, asking, ids.batch, seconds * 1000)
  if (waited) header('preference-applied', strict ? `handling=strict, wait=${seconds}` : `wait=${seconds}`)
}
