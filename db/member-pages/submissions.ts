/** What applications sent of a member, and which sources the itinerary is from. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { AppSubmissions, SourceShare } from '../../schemas/member-pages/submissions.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

/** One look at an application each: in `offset 0` the planner cannot read all of them instead. */
const BY_APP = prepared(`
  select b.client_id, a.name, b.segments, b.last from (
    select client_id, sum(n)::int as segments, max(received) as last from raw_batch
    where member_id = $1 and client_id is not null and kind in ('segments', 'segment')
    group by client_id
  ) b cross join lateral (select name from app where client_id = b.client_id offset 0) a order by b.last desc`)

const BY_SOURCE = prepared(`
  select s.source, coalesce(o.name, s.source), s.segments from (
    select source, count(*)::int as segments from segment
    where member_id = $1 and source is not null and status in ('Active', 'Pending', 'Cancelled')
    group by source
  ) s left join source o on o.id = s.source order by s.segments desc, 2`)

export function submissions(pool: Pool) {
  return {
    /** The latest first. */
    byApp: async (member: Id): Promise<AppSubmissions[]> =>
      (await queryRows<[string, string, number, Date]>(pool, BY_APP, [member])).map(
        ([clientId, name, segments, last]) => ({ clientId, name, segments, last }),
      ),
    /** The largest first. */
    bySource: async (member: Id): Promise<SourceShare[]> =>
      (await queryRows<[string, string, number]>(pool, BY_SOURCE, [member])).map(([id, name, segments]) => ({
        id,
        name,
        segments,
      })),
  }
}
