/** A line of a feed (contract.md 8): its address, its raw segments, and the shape of the response. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { ERROR_STATUS } from '../base/errors.js'
import { isId } from '../base/ids.js'
import type { Id } from '../base/ids.js'
import { AcceptedBatch, RefusedBatch, SegmentBatch, SegmentErrorItem, checkBatch } from '../segment/batch.js'
import type { RefusedSegment } from '../segment/batch.js'
import { FeedDocument, lineDocument } from './feed-document.js'
import type { LineDocument } from './feed-document.js'
import { noSuggestions } from '../hints/likely-word.js'
import { unknownField } from '../segment/validation/unknown-field.js'
import { unknownSourceHint } from '../segment/validation/check-segment.js'
import type { CheckContext } from '../segment/validation/check-segment.js'
import { MAX_ERRORS } from '../segment/validation/limit-errors.js'
import { invalidValue, withHint } from '../segment/validation/segment-error.js'
import type { SegmentError } from '../segment/validation/segment-error.js'
import { lineNames } from '../itinerary/name-agreement.js'
import type { LineNames } from '../itinerary/name-agreement.js'
import { loyaltyNumberProblem } from '../itinerary/loyalty-number.js'
import { isStorable } from '../base/storable.js'
import { normaliseText } from '../base/text.js'

export const FeedLine = Type.Object(
  {
    member_id: Type.Optional(
      Type.String({
        description: 'A member who has authorised the application. Send either this or account.',
      }),
    ),
    account: Type.Optional(
      Type.Object(
        {
          source: Type.String({
            description: 'Id of a source of GET /v2/sources.',
            examples: ['airline_dl'],
          }),
          account_id: Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'The loyalty number.',
            examples: ['2039481123'],
          }),
        },
        {
          description:
            'A loyalty account of a source that the feed role of the application names: the line goes to the member ' +
            'whose number it is, or waits 30 days for one. Name the traveller in the segments.',
        },
      ),
    ),
    segments: Type.Optional(SegmentBatch.properties.segments),
    document: Type.Optional(FeedDocument),
    mode: SegmentBatch.properties.mode,
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Idempotency key of the line, unique within the application for 24 hours.',
      }),
    ),
  },
  { description: 'One line of a feed: JSON without a line feed inside.' },
)

const lineReference = {
  line: Type.Integer({ description: 'Number of the line, from 1.' }),
  key: Type.Optional(Type.String({ description: 'Its key, if it has one.' })),
}

export const FeedResult = Type.Union(
  [
    Type.Object(
      {
        ...lineReference,
        status: Type.Literal(202, { description: 'Accepted: it is stored.' }),
        batch_id: Type.String({
          description: 'Id of the batch it went into; lines of one member may share it.',
        }),
        replayed: Type.Optional(
          Type.Literal(true, { description: 'Accepted before under this key; this is the first response.' }),
        ),
        segments: AcceptedBatch,
      },
      { description: 'The line is accepted.' },
    ),
    Type.Object(
      {
        ...lineReference,
        status: Type.Literal(202, { description: 'Accepted: it is stored.' }),
        document_id: Type.String({ description: 'Id of the document: GET /v2/documents/{document_id}.' }),
        replayed: Type.Optional(
          Type.Literal(true, { description: 'Accepted before under this key; this is the first response.' }),
        ),
      },
      { description: 'The line with a document is accepted.' },
    ),
    Type.Object(
      {
        ...lineReference,
        status: Type.Literal(400, { description: 'Refused.' }),
        segments: RefusedBatch,
      },
      { description: 'A segment of the line has an error; nothing of the line was accepted.' },
    ),
    Type.Object(
      {
        ...lineReference,
        status: Type.Integer({ description: 'The HTTP status that a single request would get.' }),
        error: Type.Enum([...Object.keys(ERROR_STATUS)], { description: 'Code of the error.' }),
        error_description: Type.String({ description: 'The error in a sentence, with the way to fix it.' }),
        hint: Type.Optional(Type.String({ description: 'What was probably meant, or where to look.' })),
        errors: Type.Optional(
          Type.Array(SegmentErrorItem, { description: 'All errors of the line, if its fields are wrong.' }),
        ),
        retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait before it is sent again.' })),
      },
      { description: 'The line is not accepted.' },
    ),
  ],
  { description: 'One line of the response to a feed.' },
)
export type FeedResult = Static<typeof FeedResult>

/**
 * The member or loyalty account that a line is addressed to; with an account, the travellers it names and the sources
 * that it speaks for.
 */
export type FeedAddress = { member: Id } | ({ source: string; number: string; sources: string[] } & LineNames)

export interface AcceptedLine {
  is: 'good'
  to: FeedAddress
  key: string | null
  mode: 'merge' | 'replace'
  /** Of each segment what is echoed. */
  echo: Array<{ type: string; status: string }>
  /** The raw segments as sent. */
  segments: unknown[]
  /** Read in place of segments; null: the line has segments. */
  document: LineDocument | null
}

export type FeedLineCheck =
  | AcceptedLine
  | { is: 'refused'; key: string | null; entries: RefusedSegment[] }
  | { is: 'malformed'; key: string | null; errors: SegmentError[] }

const FIELDS = Object.keys(FeedLine.properties)
const ACCOUNT_FIELDS = Object.keys(FeedLine.properties.account.properties)

/** Checks a parsed line: all errors at once. It is good as a whole or refused as a whole. */
export function checkFeedLine(line: unknown, context: CheckContext): FeedLineCheck {
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    return { is: 'malformed', key: null, errors: [NO_LINE] }
  const { segments, key: sentKey = null, member_id: member, account } = line as Record<string, unknown>
  const key = typeof sentKey === 'string' && sentKey.length > 0 && sentKey.length <= 255 ? sentKey : null
  const errors = key === sentKey ? [] : [invalidValue('key', 'must be a string of 1 to 255 characters')]
  const address = lineAddress(member ?? null, account ?? null, context)
  if (Array.isArray(address)) errors.push(...address)
  if (Object.hasOwn(line, 'document')) return documentLine(line, { key, errors, address }, context)
  const check = checkBatch(line, context, { what: 'line', fields: FIELDS, errors })
  if (check.is === 'malformed') return { is: 'malformed', key, errors: check.errors }
  if (check.is === 'refused') return { is: 'refused', key, entries: check.entries }
  const to = address as BareAddress
  return {
    is: 'good',
    to:
      'member' in to
        ? to
        : {
            ...to,
            ...lineNames(segments as unknown[], to.number),
            sources: [
              ...new Set([to.source, ...(segments as Array<{ source: string }>).map((one) => one.source)]),
            ],
          },
    key,
    mode: check.mode,
    echo: check.segments,
    segments: segments as unknown[],
    document: null,
  }
}

const DOCUMENT_LINE_FIELDS = FIELDS.filter((name) => name !== 'segments' && name !== 'mode')

/** A line with a document: the travellers of its segments are known once it is read. */
function documentLine(
  line: object,
  {
    key,
    errors,
    address,
  }: { key: string | null; errors: SegmentError[]; address: BareAddress | SegmentError[] },
  context: CheckContext,
): FeedLineCheck {
  const { suggest = noSuggestions } = context
  const unknown = Object.keys(line).filter((name) => !DOCUMENT_LINE_FIELDS.includes(name))
  const document = lineDocument((line as { document: unknown }).document, context)
  const found = [
    ...unknown
      .slice(0, MAX_ERRORS)
      .map((name) => unknownField({ path: '', name, known: DOCUMENT_LINE_FIELDS }, suggest)),
    ...errors,
    ...(Array.isArray(document) ? document : []),
  ]
  if (found.length > 0 || Array.isArray(document) || Array.isArray(address))
    return { is: 'malformed', key, errors: found }
  const sources = 'member' in address ? [] : [address.source, document.source ?? address.source]
  const to = 'member' in address ? address : { ...address, ...lineNames([], address.number), sources }
  return { is: 'good', to, key, mode: 'merge', echo: [], segments: [], document }
}

const NO_LINE: SegmentError = {
  error: 'invalid_value',
  error_description:
    'The line must be a JSON object with "segments" or "document", and either "member_id" or "account".',
  field: null,
}

/** An address without the names of travellers. */
type BareAddress = { member: Id } | { source: string; number: string }

/** The address, or what is wrong with it. */
function lineAddress(member: unknown, account: unknown, context: CheckContext): BareAddress | SegmentError[] {
  if ((member === null) === (account === null))
    return [
      {
        error: member === null ? 'missing_field' : 'invalid_value',
        error_description: 'The line must have either "member_id" or "account", not both.',
        field: 'member_id',
      },
    ]
  return account === null ? memberAddress(member) : accountAddress(account, context)
}

function memberAddress(member: unknown): BareAddress | SegmentError[] {
  return typeof member === 'string' && isId(member)
    ? { member }
    : [invalidValue('member_id', 'must be the id of a member, a string of digits')]
}

function accountAddress(account: unknown, context: CheckContext): BareAddress | SegmentError[] {
  if (typeof account !== 'object' || account === null || Array.isArray(account))
    return [invalidValue('account', 'must be an object with "source" and "account_id"')]
  const { suggest = noSuggestions } = context
  const errors = Object.keys(account)
    .filter((name) => !ACCOUNT_FIELDS.includes(name))
    .slice(0, MAX_ERRORS + 1)
    .map((name) => unknownField({ path: 'account', name, known: ACCOUNT_FIELDS }, suggest))
  const { source, account_id: number } = account as Record<string, unknown>
  if (typeof source !== 'string' || context.source(source) === undefined)
    errors.push(
      withHint(
        invalidValue('account.source', 'is not the id of a source; see GET /v2/sources', 'invalid_source'),
        typeof source === 'string' ? unknownSourceHint(source, context) : null,
      ),
    )
  const problem = numberProblem(number)
  if (problem !== null) errors.push(invalidValue('account.account_id', problem))
  return errors.length > 0 ? errors : { source: source as string, number: number as string }
}

function numberProblem(number: unknown): string | null {
  const isText =
    typeof number === 'string' && normaliseText(number) !== null && number.length <= 64 && isStorable(number)
  return isText ? loyaltyNumberProblem(number) : 'must be a loyalty number: a string of 1 to 64 characters'
}
