/** Requests of an application in the request log: accepted ones and one that was refused. */
import type { requestLogStore } from '../../../db/request-log/save-requests.js'
import type { LoggedRequest } from '../../../schemas/oauth/logged-request.js'

/** The number in the ids of the refused one. */
export const REFUSED = '6a0e4c1e-77b1-4f0e-9d0a-5b1f0a2c4d13'

const ROUTES: ReadonlyArray<Partial<LoggedRequest> & Pick<LoggedRequest, 'route' | 'path'>> = [
  { route: '/v2/trips/upcoming', path: '/v2/trips/upcoming', query: 'segments=1', ms: 6 },
  { route: '/v2/segments', path: '/v2/segments', method: 'POST', status: 202, ms: 14 },
  { route: '/v2/batches/:batch_id', path: '/v2/batches/4411905834752', ms: 3 },
  {
    route: '/v2/segments',
    path: '/v2/segments',
    method: 'POST',
    status: 400,
    ms: 2,
    error: 'invalid_datetime',
    description: 'Segment 1 of 2: departure_datetime must be a local date-time such as 2027-01-20T07:30.',
    errors: {
      list: [
        {
          code: 'invalid_datetime',
          text: 'departure_datetime must be a local date-time such as 2027-01-20T07:30.',
          field: 'segments[0].departure_datetime',
          hint: null,
        },
        {
          code: 'invalid_source',
          text: 'Invalid source.',
          field: 'segments[1].source',
          hint: 'Did you mean "airline_ba"? GET /v2/sources lists all sources.',
        },
      ],
      more: 3,
    },
    request: REFUSED,
  },
  { route: '/v2/trips/:trip_id', path: '/v2/trips/1', query: 'segments=1', ms: 5 },
  { route: '/v2/segments', path: '/v2/segments', method: 'POST', status: 202, ms: 11 },
  { route: '/v2/me', path: '/v2/me', ms: 4 },
  { route: '/v2/callbacks', path: '/v2/callbacks', method: 'POST', status: 201, ms: 9, memberId: null },
]

/** The arguments of `save` for some requests of the last minutes. */
export function loggedDay(
  clientId: string,
  memberId: string,
): Parameters<ReturnType<typeof requestLogStore>['save']> {
  const now = Date.now() - 20_000
  const lines = ROUTES.map((more, i): LoggedRequest => ({
    at: now - i * 47_310,
    request: `6a0e4c1e-77b1-4f0e-9d0a-5b1f0a2c4e${10 + i}`,
    clientId,
    memberId,
    method: 'GET',
    query: '',
    status: 200,
    ms: 5,
    error: null,
    description: null,
    errors: null,
    ...more,
  }))
  const refused = lines.filter(({ status }) => status >= 400).length
  const counts = { clientId, accepted: lines.length - refused, refused, unlisted: 0 }
  return [Math.floor(now / 86_400_000), lines, [counts]]
}
