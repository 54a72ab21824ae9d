/** Loyalty accounts (contract.md 2 and 8.3). */
import { ACCOUNT_STATUSES, Account, MAX_ACCOUNTS, NewAccount } from '../../schemas/itinerary/account.js'
import { accountErrors } from '../commands/account-errors.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { submitCommand } from '../commands/submit-command.js'
import { PENDING, done, found, listedOrSame, tagged } from '../document/common-responses.js'
import { accountExample } from '../document/examples/resources.js'
import { listTag, requireIfMatch, rowTag } from '../http/etag.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { pageOf, positionAfter } from '../http/pagination.js'
import { member } from '../operation/access.js'
import { cut, list, resource } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { idParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

const NO_ACCOUNT = problem(404, 'not_found', 'There is no account with this id.')
const ACCOUNT_ID = {
  account_id: idParameter('Id of the account (not the loyalty number).', accountExample.id, NO_ACCOUNT),
}
const NOT_REMOVED = ACCOUNT_STATUSES.filter((status) => status !== 'Removed')

export const listAccounts = operation(
  {
    route: 'GET /v2/accounts',
    id: 'listAccounts',
    tag: 'Accounts',
    access: member('accounts'),
    summary: 'List loyalty accounts',
    description:
      'The accounts of the member, oldest first. Removed ones are listed only if requested by status.',
    parameters: ['account_status', 'classification', 'limit_accounts', 'offset', 'cursor', 'if_none_match'],
    responses: listedOrSame('The accounts.', Account),
  },
  async ({ query, caller }, { reads }: ApiDeps) => {
    const page = pageOf(query, 'accounts')
    const { status, classification } = query
    const found = await reads.accounts.list(caller.member, {
      status: status ?? NOT_REMOVED,
      classification,
      limit: page.limit + 1,
      offset: page.offset,
      after: positionAfter(page),
    })
    const shown = cut(page, found, (row) => [0, row.id])
    return list(shown, (row) => row.doc, listTag(shown.rows, shown.total))
  },
)

export const getAccount = operation(
  {
    route: 'GET /v2/accounts/{account_id}',
    id: 'getAccount',
    tag: 'Accounts',
    access: member('accounts'),
    summary: 'Read a loyalty account',
    description: 'One account by its id.',
    params: ACCOUNT_ID,
    parameters: ['if_none_match'],
    responses: found('The account.', Account),
    problems: [NO_ACCOUNT],
  },
  async ({ params, caller }, { reads }: ApiDeps) => {
    const row = await reads.accounts.byId(caller.member, params.account_id)
    return row === null ? NO_ACCOUNT : resource(row)
  },
)

export const createAccount = operation(
  {
    route: 'POST /v2/accounts',
    id: 'createAccount',
    tag: 'Accounts',
    access: member('accounts'),
    summary: 'Register a loyalty account',
    description:
      'Travel data that suppliers send for this number in the name of the member goes to the itinerary, including that ' +
      'of the last 30 days, once it is known whose the number is: an application registers it that vouches for the ' +
      'source, or the member confirms it by a booking under /account/loyalty. Until then the member receives what your ' +
      'own application sends for it, without locators, ticket numbers and prices. Spaces, hyphens and case of the ' +
      'number are ignored. If several members register one number, the accounts of all show a conflict, and only a ' +
      `proven one receives data. A member may have ${MAX_ACCOUNTS} accounts. Registering the same account again returns ` +
      'the existing one.',
    parameters: ['idempotency_key'],
    body: {
      schema: NewAccount,
      example: { source: 'airline_dl', account_id: '2039481123', program_name: 'SkyMiles' },
      types: ['application/json', FORM_TYPE],
      resource: Account,
      check: accountErrors,
    },
    responses: {
      201: tagged('The account.', Account, ['location', ...REPLAYED_HEADER]),
      202: { ...PENDING, headers: ['location', ...REPLAYED_HEADER] },
    },
    problems: IDEMPOTENCY_PROBLEMS,
  },
  async (input, deps: ApiDeps) => {
    const { body, caller } = input
    const vouched = await deps.feeds.mayVouch(caller.client, body.source)
    return await submitCommand(deps, input, {
      kind: 'account',
      body: vouched ? { ...body, vouched } : body,
      status: 201,
      idempotent: true,
      envelope: { first: deps.ids.next() },
      loadResult: async (id) => {
        const row = await deps.reads.accounts.byId(caller.member, id)
        return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/accounts/${id}` }
      },
    })
  },
)

export const deleteAccount = operation(
  {
    route: 'DELETE /v2/accounts/{account_id}',
    id: 'deleteAccount',
    tag: 'Accounts',
    access: member('accounts'),
    summary: 'Remove a loyalty account',
    description:
      'Ends aggregation for the account. Its segments stay on the itinerary. ' +
      'The account is kept with the status Removed and no longer listed.',
    params: ACCOUNT_ID,
    parameters: ['if_match'],
    responses: { 200: done('The account is removed.'), 202: PENDING },
    problems: [NO_ACCOUNT],
  },
  async (input, deps: ApiDeps) => {
    const { params, caller, request } = input
    const id = params.account_id
    const isConditional = request.headers['if-match'] !== undefined
    const row = isConditional ? await deps.reads.accounts.byId(caller.member, id) : null
    if (isConditional && row === null) return NO_ACCOUNT
    return await submitCommand(deps, input, {
      kind: 'account',
      body: { remove: id },
      status: 200,
      envelope: row === null ? {} : requireIfMatch(request, row),
    })
  },
)
