/** The member of the token. */
import { ApiError } from '../../schemas/base/errors.js'
import { Member, MemberChange } from '../../schemas/itinerary/member.js'
import { isZone } from '../../schemas/base/time-zone.js'
import { parseDate } from '../../schemas/base/wall-time.js'
import { memberOf } from '../auth/guard.js'
import { bodyReader } from '../http/body-reader.js'
import type { ApiDeps } from '../ports/deps.js'
import { memberExample, pendingExample } from '../document/examples/resources.js'
import type { AddEndpoint } from '../endpoint.js'
import { requireIfMatch, rowTag, notModified } from '../http/etag.js'
import { FORM_TYPE } from '../http/form.js'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { sendJson } from '../http/reply.js'
import { submitCommand } from '../commands/submit-command.js'

export function meRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { members } = deps.reads
  const readChange = bodyReader(MemberChange)
  const gone = (): ApiError => new ApiError('not_found', 'This member no longer exists.')

  add({
    method: 'GET',
    url: '/v2/me',
    access: ['M'],
    operation: {
      id: 'getMe',
      tag: 'Member',
      summary: 'Read the member record',
      description: 'The record of the member for whom the access token was issued.',
      parameters: ['if_none_match'],
      responses: {
        200: { description: 'The member record.', schema: Member, example: memberExample, headers: ['etag'] },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      errors: [[404, 'not_found', 'The member no longer exists.']],
    },
    handle: async (request, reply) => {
      const found = await members.byId(memberOf(request).member)
      if (found === null) throw gone()
      if (notModified(request, reply, rowTag(found))) return await reply.code(304).send()
      return await sendJson(reply, found.doc)
    },
  })

  add({
    method: 'PUT',
    url: '/v2/me',
    access: ['M'],
    operation: {
      id: 'updateMe',
      tag: 'Member',
      summary: 'Change the member record',
      description:
        'Changes names, home and time zone. Fields that are left out stay as they are. A change of home keeps the other homes with their dates; `from` says since when the new one is home, today when it is left out.',
      parameters: ['if_match'],
      body: {
        schema: MemberChange,
        example: { home_city: 'Zürich', country: 'CH', home_airports: ['ZRH'], from: '2026-09-01' },
        types: ['application/json', FORM_TYPE],
      },
      responses: {
        200: {
          description: 'The changed member record.',
          schema: Member,
          example: memberExample,
          headers: ['etag'],
        },
        202: {
          description: 'Accepted, but not applied within five seconds.',
          schema: BatchStatus,
          example: pendingExample,
          headers: ['location'],
        },
      },
      errors: [[404, 'not_found', 'The member no longer exists.']],
    },
    handle: async (request, reply) => {
      const { member } = memberOf(request)
      const change = readChange(request)
      checkValues(change)
      const row = await members.byId(member)
      if (row === null) throw gone()
      const { expects } = requireIfMatch(request, row)
      return await submitCommand(deps, request, reply, {
        kind: 'profile',
        body: change.home_airports === null ? { ...change, home_airports: [] } : change,
        status: 200,
        envelope: expects === undefined ? {} : { expects: { ...expects, doc: row.doc } },
        loadResult: async (id) => {
          const found = await members.byId(id)
          return found === null ? null : { text: found.doc, tag: rowTag(found), path: '/v2/me' }
        },
      })
    },
  })
}

/** What a schema cannot say: dates and zones that exist, coordinates on the globe, both or neither of a pair. */
function checkValues(change: MemberChange): void {
  const bad = (name: string, what: string): ApiError =>
    new ApiError('invalid_request', `Field "${name}" ${what}.`)
  if (change.from !== undefined && Number.isNaN(parseDate(change.from)))
    throw bad('from', 'must be a date that exists')
  if (typeof change.time_zone_id === 'string' && !isZone(change.time_zone_id))
    throw bad('time_zone_id', 'must be a time zone of the IANA database')
  for (const [name, most] of [
    ['home_city_lat', 90],
    ['home_city_lon', 180],
  ] as const) {
    const value = change[name]
    if (
      typeof value === 'string' &&
      !(/^-?\d{1,3}(\.\d{1,12})?$/.test(value) && Math.abs(Number(value)) <= most)
    )
      throw bad(name, `must be a decimal number from -${most} to ${most} in a string`)
  }
  if (((change.home_city_lat ?? null) === null) !== ((change.home_city_lon ?? null) === null))
    throw bad('home_city_lat', 'goes together with home_city_lon')
}
