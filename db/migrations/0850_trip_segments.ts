/**
 * Documents of segments are stored once, in their own rows: a trip lists its segments by id, in order of the journey,
 * in place of a copy of each. Trips are converted a thousand at a time.
 */
import type { Knex } from 'knex'

const TRIPS_PER_STATEMENT = 1_000

/** Up to a number of trips after one; returns the last of them. */
const CONVERT = `
  with page as (
    select member_id, id, segments from trip where (member_id, id) > (:member, :id)
    order by member_id, id limit ${TRIPS_PER_STATEMENT}
  ), converted as (
    update trip t set segments = null, segment_ids = array(
      select (listed.doc ->> 'id')::bigint
      from json_array_elements(page.segments::json) with ordinality as listed(doc, place) order by place)
    from page where t.member_id = page.member_id and t.id = page.id and page.segments is not null
  )
  select member_id::text, id::text from page order by page.member_id desc, page.id desc limit 1`

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table trip add segment_ids bigint[]')
  await convert(knex)
  await knex.raw(`
    alter table trip drop segments;
    comment on column trip.segment_ids is
      'In order of the journey; null if they are very many: those that name the trip.'`)
}

async function convert(knex: Knex): Promise<void> {
  let last: { member_id: string; id: string } | undefined = { member_id: '0', id: '0' }
  while (last !== undefined) {
    const { rows } = (await knex.raw(CONVERT, { member: last.member_id, id: last.id })) as {
      rows: Array<{ member_id: string; id: string }>
    }
    last = rows[0]
  }
}
