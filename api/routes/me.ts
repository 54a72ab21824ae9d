/** The record of the member whose token it is (contract.md 2 and 3). */
import { timeProblem } from '../../schemas/hints/time-problem.js'
import { isZone } from '../../schemas/base/time-zone.js'
import { parseDate } from '../../schemas/base/wall-time.js'
import { Member, MemberChange } from '../../schemas/itinerary/member.js'
import { invalidValue } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { submitCommand } from '../commands/submit-command.js'
import { PENDING, found, tagged } from '../document/common-responses.js'
import { requireIfMatch, rowTag } from '../http/etag.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { member } from '../operation/access.js'
import { resource } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { problem } from '../operation/problem.js'
import { PROFILE_CHANGES } from '../operation/spending-limit.js'
import type { ApiDeps } from '../ports/deps.js'

const NO_MEMBER = problem(404, 'not_found', 'This member no longer exists.')

export const getMe = operation(
  {
    route: 'GET /v2/me',
    id: 'getMe',
    tag: 'Member',
    access: member('profile:read'),
    summary: 'Read the member record',
    description: 'The record of the member for whom the access token was issued.',
    parameters: ['if_none_match'],
    responses: found('The member record.', Member),
    problems: [NO_MEMBER],
  },
  async ({ caller }, { reads }: ApiDeps) => {
    const row = await reads.members.byId(caller.member)
    return row === null ? NO_MEMBER : resource(row)
  },
)

export const updateMe = operation(
  {
    route: 'PUT /v2/me',
    id: 'updateMe',
    tag: 'Member',
    access: member('profile:write'),
    summary: 'Change the member record',
    description:
      'Changes names, home, time zone and language. Omitted fields stay as they are. A change of home keeps the ' +
      'earlier homes with their dates; `from` is the first day of the new one, today if omitted.',
    parameters: ['if_match'],
    body: {
      schema: MemberChange,
      example: { home_city: 'Zürich', country: 'CH', home_airports: ['ZRH'], from: '2026-09-01' },
      types: ['application/json', FORM_TYPE],
      resource: Member,
      mayBeSentBack: true,
      check: valueErrors,
    },
    responses: { 200: tagged('The changed member record.', Member), 202: PENDING },
    problems: [NO_MEMBER],
    spends: PROFILE_CHANGES,
  },
  async (input, deps: ApiDeps) => {
    const { body, caller, request } = input
    const { members } = deps.reads
    const row = await members.byId(caller.member)
    if (row === null) return NO_MEMBER
    const { expects } = requireIfMatch(request, row)
    return await submitCommand(deps, input, {
      kind: 'profile',
      body: body.home_airports === null ? { ...body, home_airports: [] } : body,
      status: 200,
      envelope: expects === undefined ? {} : { expects: { ...expects, doc: row.doc } },
      loadResult: async (id) => {
        const found = await members.byId(id)
        return found === null ? null : { text: found.doc, tag: rowTag(found), path: '/v2/me' }
      },
    })
  },
)

const MAX_COORDINATES = [
  ['home_city_lat', 90],
  ['home_city_lon', 180],
] as const

/**
 * What a schema cannot express: dates and zones must exist, coordinates be on the globe, and pairs complete.
 */
function valueErrors(change: Partial<MemberChange>): SegmentError[] {
  const errors: SegmentError[] = []
  if (change.from !== undefined && Number.isNaN(parseDate(change.from))) {
    const problem = timeProblem(change.from, 'date') ?? 'must be a date, YYYY-MM-DD'
    errors.push(invalidValue('from', problem, 'invalid_datetime'))
  }
  if (typeof change.time_zone_id === 'string' && !isZone(change.time_zone_id))
    errors.push(invalidValue('time_zone_id', 'must be an IANA time zone, such as Europe/Zurich'))
  for (const [name, max] of MAX_COORDINATES) {
    const value = change[name]
    if (typeof value === 'string' && !isCoordinate(value, max))
      errors.push(invalidValue(name, `must be a decimal number from -${max} to ${max} in a string`))
  }
  if (isSet(change.home_city_lat) !== isSet(change.home_city_lon))
    errors.push(invalidValue('home_city_lat', 'must be sent together with home_city_lon'))
  const { state, admin_code: admin } = change
  if (state !== undefined && admin !== undefined && state !== admin)
    errors.push(
      invalidValue('admin_code', 'is another name of "state" and must not differ from it; send one of them'),
    )
  return errors
}

const isSet = (value: string | null | undefined): boolean => (value ?? null) !== null

const isCoordinate = (text: string, max: number): boolean =>
  /^-?\d{1,3}(\.\d{1,12})?$/.test(text) && Math.abs(Number(text)) <= max
