/** Loyalty accounts (contract.md 2 and 8.3). */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { ACCOUNT_STATUSES, Account, MAX_ACCOUNTS, NewAccount } from '../../schemas/itinerary/account.js'
import { loyaltyNumberProblem } from '../../schemas/itinerary/loyalty-number.js'
import { unknownSourceHint } from '../../schemas/segment/validation/check-segment.js'
import { invalidValue, withHint } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { CLASSIFICATIONS } from '../../schemas/itinerary/source-row.js'
import { memberOf } from '../auth/guard.js'
import { checkContext } from '../commands/check-context.js'
import { IDEMPOTENCY_ERRORS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { submitCommand } from '../commands/submit-command.js'
import { NOT_MODIFIED, PENDING } from '../document/common-responses.js'
import { accountExample } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { bodyReader } from '../http/body-reader.js'
import { listTag, notModified, requireIfMatch, rowTag } from '../http/etag.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { PAGE_SIZES } from '../http/page-sizes.js'
import { paginate, positionAfter, readPageRequest } from '../http/pagination.js'
import { choiceParameter, choicesParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'
import type { ApiDeps } from '../ports/deps.js'

const PATH: Operation['path'] = {
  account_id: { description: 'Id of the account (not the loyalty number).', example: accountExample.id },
}
const PARAMS = { account_id: Type.String() }
const NOT_FOUND: Operation['errors'] = [[404, 'not_found', 'There is no account with this id.']]
const notFound = (): ApiError => new ApiError('not_found', 'There is no account with this id.')

export function accountRoutes(add: AddEndpoint, deps: ApiDeps): void {
  listAccounts(add, deps)
  getAccount(add, deps)
  createAccount(add, deps)
  deleteAccount(add, deps)
}

function listAccounts(add: AddEndpoint, { reads, settings }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/accounts',
    access: ['M'],
    scopes: ['accounts'],
    operation: {
      id: 'listAccounts',
      tag: 'Accounts',
      summary: 'List loyalty accounts',
      description:
        'The accounts of the member, oldest first. Removed ones are listed only if requested by status.',
      parameters: ['account_status', 'classification', 'limit_accounts', 'offset', 'cursor', 'if_none_match'],
      responses: {
        200: {
          description: 'The accounts.',
          schema: Type.Array(Account),
          example: [accountExample],
          headers: ['x-total-count', 'link', 'etag'],
        },
        304: NOT_MODIFIED,
      },
    },
    handle: async (request, reply) => {
      const page = readPageRequest(request, 'accounts', PAGE_SIZES.accounts)
      const result = await reads.accounts.list(memberOf(request).member, {
        status:
          choicesParameter(request, 'status', ACCOUNT_STATUSES) ??
          ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
        classification: choiceParameter(request, 'classification', CLASSIFICATIONS, true),
        limit: page.limit + 1,
        offset: page.offset,
        after: positionAfter(page),
      })
      const rows = paginate(request, reply, settings.baseUrl, page, {
        ...result,
        positionOf: (row) => [0, row.id],
      })
      if (notModified(request, reply, listTag(rows, result.total))) return await reply.code(304).send()
      return await sendJson(reply, arrayText(rows.map((row) => row.doc)))
    },
  })
}

function getAccount(add: AddEndpoint, { reads }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/accounts/:account_id',
    params: PARAMS,
    access: ['M'],
    scopes: ['accounts'],
    operation: {
      id: 'getAccount',
      tag: 'Accounts',
      summary: 'Read a loyalty account',
      description: 'One account by its id.',
      path: PATH,
      parameters: ['if_none_match'],
      responses: {
        200: { description: 'The account.', schema: Account, example: accountExample, headers: ['etag'] },
        304: NOT_MODIFIED,
      },
      errors: NOT_FOUND,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      const row = isId(id) ? await reads.accounts.byId(memberOf(request).member, id) : null
      if (row === null) throw notFound()
      if (notModified(request, reply, rowTag(row))) return await reply.code(304).send()
      return await sendJson(reply, row.doc)
    },
  })
}

function createAccount(add: AddEndpoint, deps: ApiDeps): void {
  const readBody = bodyReader(NewAccount, {
    resource: Account,
    check: (body) => accountErrors(body, deps),
  })
  add({
    method: 'POST',
    url: '/v2/accounts',
    access: ['M'],
    scopes: ['accounts'],
    operation: {
      id: 'createAccount',
      tag: 'Accounts',
      summary: 'Register a loyalty account',
      description:
        'From now on, travel data that suppliers send for this account goes to the itinerary of the ' +
        'member, including what they sent in the last 30 days, if its traveller has the family name and the ' +
        'first initial of the member. Data without a name waits until the member confirms the number under ' +
        '/account/loyalty, or an application registers it that vouches for the source. Spaces, hyphens and ' +
        'case of the number are ignored. If several members register one number, the accounts of all show a ' +
        `conflict. A member may have ${MAX_ACCOUNTS} accounts. Registering the same account again returns ` +
        'the existing one.',
      parameters: ['idempotency_key'],
      body: {
        schema: NewAccount,
        example: { source: 'airline_dl', account_id: '2039481123', program_name: 'SkyMiles' },
        types: ['application/json', FORM_TYPE],
      },
      responses: {
        201: {
          description: 'The account.',
          schema: Account,
          example: accountExample,
          headers: ['location', 'etag', ...REPLAYED_HEADER],
        },
        202: { ...PENDING, headers: ['location', ...REPLAYED_HEADER] },
      },
      errors: IDEMPOTENCY_ERRORS,
    },
    handle: async (request, reply) => {
      const body = readBody(request)
      const { member, client } = memberOf(request)
      const vouched = await deps.feeds.mayVouch(client, body.source)
      return await submitCommand(deps, request, reply, {
        kind: 'account',
        body: vouched ? { ...body, vouched } : body,
        status: 201,
        idempotent: true,
        envelope: { first: deps.ids.next() },
        loadResult: async (id) => {
          const row = await deps.reads.accounts.byId(member, id)
          return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/accounts/${id}` }
        },
      })
    },
  })
}

function accountErrors({ source, account_id: number }: Partial<NewAccount>, deps: ApiDeps): SegmentError[] {
  const errors: SegmentError[] = []
  if (source !== undefined && deps.reference.source(source) === undefined)
    errors.push(
      withHint(
        invalidValue('source', 'must be the id of a source; see GET /v2/sources', 'invalid_source'),
        unknownSourceHint(source, checkContext(deps, false)),
      ),
    )
  const problem = number === undefined ? null : loyaltyNumberProblem(number)
  if (problem !== null) errors.push(invalidValue('account_id', problem))
  return errors
}

function deleteAccount(add: AddEndpoint, deps: ApiDeps): void {
  add({
    method: 'DELETE',
    url: '/v2/accounts/:account_id',
    params: PARAMS,
    access: ['M'],
    scopes: ['accounts'],
    operation: {
      id: 'deleteAccount',
      tag: 'Accounts',
      summary: 'Remove a loyalty account',
      description:
        'Ends aggregation for the account. Its segments stay on the itinerary. ' +
        'The account is kept with the status Removed and no longer listed.',
      path: PATH,
      parameters: ['if_match'],
      responses: {
        200: { description: 'The account is removed.', schema: Type.Object({}), example: {} },
        202: PENDING,
      },
      errors: NOT_FOUND,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      if (!isId(id)) throw notFound()
      const isConditional = request.headers['if-match'] !== undefined
      const row = isConditional ? await deps.reads.accounts.byId(memberOf(request).member, id) : null
      if (isConditional && row === null) throw notFound()
      return await submitCommand(deps, request, reply, {
        kind: 'account',
        body: { remove: id },
        status: 200,
        envelope: row === null ? {} : requireIfMatch(request, row),
      })
    },
  })
}
