/** Loyalty accounts (contract.md 2 and 8). */
import Type from 'typebox'
import { ACCOUNT_STATUSES, Account, NewAccount } from '../../schemas/account.js'
import { BatchMonitor } from '../../schemas/batch-monitor.js'
import { Fault } from '../../schemas/faults.js'
import { isId } from '../../schemas/ids.js'
import { noLoyaltyNumber } from '../../schemas/loyalty-number.js'
import { CLASSIFICATIONS } from '../../schemas/source.js'
import { memberOf } from '../auth/guard.js'
import { bodyReader } from '../body-check.js'
import type { ApiDeps } from '../deps.js'
import { accountExample, pendingExample } from '../document/examples.js'
import type { AnswerDoc, Operation } from '../document/operation.js'
import type { Add } from '../endpoint.js'
import { listTag, requireMatch, rowTag, unchanged } from '../etag.js'
import { FORM } from '../form.js'
import { KEY_FAULTS, REPLAYED } from '../idempotency.js'
import { afterOf, pageOf, pageWanted } from '../list.js'
import { choiceParameter, choicesParameter } from '../query.js'
import { sendJson } from '../reply.js'
import { arrayText } from '../with-segments.js'
import { write } from '../write.js'

const PENDING: AnswerDoc = {
  description: 'Accepted, but not applied within five seconds.',
  schema: BatchMonitor,
  example: pendingExample,
  headers: ['location'],
}
const PATH: Operation['path'] = {
  account_id: { description: 'Id of the account (not the loyalty number).', example: accountExample.id },
}
const UNKNOWN: Operation['faults'] = [[404, 'not_found', 'There is no account with this id.']]
const unknown = (): Fault => new Fault('not_found', 'There is no account with this id.')

export function accountRoutes(add: Add, deps: ApiDeps): void {
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
      answers: {
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
      const wanted = pageWanted(request, 'accounts', 100, 100)
      const page = await accounts.list(memberOf(request).member, {
        status:
          choicesParameter(request, 'status', ACCOUNT_STATUSES) ??
          ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
        classification: choiceParameter(request, 'classification', CLASSIFICATIONS),
        limit: wanted.limit + 1,
        offset: wanted.offset,
        after: afterOf(wanted),
      })
      const rows = pageOf(request, reply, deps.settings.baseUrl, wanted, page, (row) => [0, row.id])
      if (unchanged(request, reply, listTag(rows, page.total))) return await reply.code(304).send()
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
      answers: {
        200: { description: 'The account.', schema: Account, example: accountExample, headers: ['etag'] },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      faults: UNKNOWN,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      const row = isId(id) ? await accounts.byId(memberOf(request).member, id) : null
      if (row === null) throw unknown()
      if (unchanged(request, reply, rowTag(row))) return await reply.code(304).send()
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
        types: ['application/json', FORM],
      },
      answers: {
        201: {
          description: 'The account.',
          schema: Account,
          example: accountExample,
          headers: ['location', 'etag', ...REPLAYED],
        },
        202: { ...PENDING, headers: ['location', ...REPLAYED] },
      },
      faults: KEY_FAULTS,
    },
    handle: async (request, reply) => {
      const body = readNew(request)
      if (deps.reference.source(body.source) === undefined)
        throw new Fault('invalid_request', 'Field "source" is not the id of a source; see GET /v2/sources.')
      const none = noLoyaltyNumber(body.account_id)
      if (none !== null) throw new Fault('invalid_request', `Field "account_id" ${none}.`)
      const { member } = memberOf(request)
      return await write(deps, request, reply, {
        kind: 'account',
        body,
        status: 201,
        keyed: true,
        extra: { first: deps.ids.next() },
        show: async (id) => {
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
      answers: { 200: { description: 'It is removed.', schema: Type.Object({}), example: {} }, 202: PENDING },
      faults: UNKNOWN,
    },
    handle: async (request, reply) => {
      const { account_id: id } = request.params
      if (!isId(id)) throw unknown()
      const row =
        request.headers['if-match'] === undefined ? null : await accounts.byId(memberOf(request).member, id)
      if (request.headers['if-match'] !== undefined && row === null) throw unknown()
      return await write(deps, request, reply, {
        kind: 'account',
        body: { remove: id },
        status: 200,
        extra: row === null ? {} : requireMatch(request, row),
      })
    },
  })
}
