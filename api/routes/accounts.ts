/** Loyalty accounts (contract.md 2 and 8). */
import Type from 'typebox'
import { ACCOUNT_STATUSES, Account, NewAccount } from '../../schemas/itinerary/account.js'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { loyaltyNumberProblem } from '../../schemas/itinerary/loyalty-number.js'
import { CLASSIFICATIONS } from '../../schemas/itinerary/source.js'
import { memberOf } from '../auth/guard.js'
import { bodyReader } from '../http/body-reader.js'
import type { ApiDeps } from '../ports/deps.js'
import { accountExample, pendingExample } from '../document/examples/resources.js'
import type { ResponseDoc, Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { listTag, requireIfMatch, rowTag, notModified } from '../http/etag.js'
import { FORM_TYPE } from '../http/form.js'
import { IDEMPOTENCY_ERRORS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { positionAfter, paginate, readPageRequest } from '../http/pagination.js'
import { choiceParameter, choicesParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'
import { submitCommand } from '../commands/submit-command.js'

const PENDING: ResponseDoc = {
  description: 'Accepted, but not applied within five seconds.',
  schema: BatchStatus,
  example: pendingExample,
  headers: ['location'],
}
const PATH: Operation['path'] = {
  account_id: { description: 'Id of the account (not the loyalty number).', example: accountExample.id },
}
const UNKNOWN: Operation['errors'] = [[404, 'not_found', 'There is no account with this id.']]
const unknown = (): ApiError => new ApiError('not_found', 'There is no account with this id.')

export function accountRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { accounts } = deps.reads
  const readNew = bodyReader(NewAccount)

  add({
    method: 'GET',
    url: '/v2/accounts',
    access: ['M'],
    operation: {
      id: 'listAccounts',
      tag: 'Accounts',
      summary: 'List loyalty accounts',
      description: 'The accounts of the member, oldest first; removed ones only when asked for by status.',
      parameters: ['account_status', 'classification', 'limit', 'offset', 'cursor', 'if_none_match'],
      responses: {
        200: {
          description: 'Accounts.',
          schema: Type.Array(Account),
          example: [accountExample],
          headers: ['x-total-count', 'link', 'etag'],
        },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
    },
    handle: async (request, reply) => {
      const wanted = readPageRequest(request, 'accounts', 100, 100)
      const page = await accounts.list(memberOf(request).member, {
        status:
          choicesParameter(request, 'status', ACCOUNT_STATUSES) ??
          ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
        classification: choiceParameter(request, 'classification', CLASSIFICATIONS),
        limit: wanted.limit + 1,
        offset: wanted.offset,
        after: positionAfter(wanted),
      })
      const rows = paginate(request, reply, deps.settings.baseUrl, wanted, page, (row) => [0, row.id])
      if (notModified(request, reply, listTag(rows, page.total))) return await reply.code(304).send()
      return await sendJson(reply, arrayText(rows.map((row) => row.doc)))
    },
  })

  add({
    method: 'GET',
    url: '/v2/accounts/:account_id',
    params: { account_id: Type.String() },
    access: ['M'],
    operation: {
      id: 'getAccount',
      tag: 'Accounts',
      summary: 'Read a loyalty account',
      description: 'One account by its id.',
      path: PATH,
      parameters: ['if_none_match'],
      responses: {
        200: { description: 'The account.', schema: Account, example: accountExample, headers: ['etag'] },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      errors: UNKNOWN,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      const row = isId(id) ? await accounts.byId(memberOf(request).member, id) : null
      if (row === null) throw unknown()
      if (notModified(request, reply, rowTag(row))) return await reply.code(304).send()
      return await sendJson(reply, row.doc)
    },
  })

  add({
    method: 'POST',
    url: '/v2/accounts',
    access: ['M'],
    operation: {
      id: 'createAccount',
      tag: 'Accounts',
      summary: 'Register a loyalty account',
      description:
        "From now on travel data that suppliers send for this account is put on the member's itinerary, with what they sent in the last 30 days. Spaces, hyphens and case of the number do not matter to them. Of several members who register one number the first gets the data. Registering the same account again answers the one there is.",
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
      const body = readNew(request)
      if (deps.reference.source(body.source) === undefined)
        throw new ApiError(
          'invalid_request',
          'Field "source" is not the id of a source; see GET /v2/sources.',
        )
      const none = loyaltyNumberProblem(body.account_id)
      if (none !== null) throw new ApiError('invalid_request', `Field "account_id" ${none}.`)
      const { member } = memberOf(request)
      return await submitCommand(deps, request, reply, {
        kind: 'account',
        body,
        status: 201,
        idempotent: true,
        envelope: { first: deps.ids.next() },
        loadResult: async (id) => {
          const row = await accounts.byId(member, id)
          return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/accounts/${id}` }
        },
      })
    },
  })

  add({
    method: 'DELETE',
    url: '/v2/accounts/:account_id',
    params: { account_id: Type.String() },
    access: ['M'],
    operation: {
      id: 'deleteAccount',
      tag: 'Accounts',
      summary: 'Remove a loyalty account',
      description:
        'Aggregation for it ends; what is on the itinerary stays. It is kept as Removed, and listed no more.',
      path: PATH,
      parameters: ['if_match'],
      responses: {
        200: { description: 'It is removed.', schema: Type.Object({}), example: {} },
        202: PENDING,
      },
      errors: UNKNOWN,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      if (!isId(id)) throw unknown()
      const row =
        request.headers['if-match'] === undefined ? null : await accounts.byId(memberOf(request).member, id)
      if (request.headers['if-match'] !== undefined && row === null) throw unknown()
      return await submitCommand(deps, request, reply, {
        kind: 'account',
        body: { remove: id },
        status: 200,
        envelope: row === null ? {} : requireIfMatch(request, row),
      })
    },
  })
}
