/** Reports of feeds (contract.md 8.4): a row for each feed and day, with absolute counts, so that it may be saved again. */
import type { Pool } from 'pg'
import type {
  FeedDay,
  FeedReport,
  FeedReportReader,
  FeedReportStore,
} from '../../schemas/feeds/feed-report.js'
import { fromEpochMs, prepared, queryRows } from '../pg/prepared-statements.js'

/** Rows of one statement. */
const MAX_ROWS = 500
/** An open feed is saved every ten seconds. */
const IS_OPEN = "saved > now() - interval '30 seconds'"

const SAVE = prepared(`
  insert into feed_report as r
  select client, 'epoch'::date + day, feed, request, feeds, open, now(), ${fromEpochMs('started')},
    ${fromEpochMs('ended')}, lines, accepted, accounts, documents, bytes, rejected,
    ${fromEpochMs('first_line')}, ${fromEpochMs('last_line')}, lag
  from jsonb_to_recordset($1::jsonb) as x(client text, day int, feed bigint, request text, feeds int, open int,
    started float8, ended float8, lines bigint, accepted bigint, accounts bigint, documents bigint,
    bytes bigint, rejected jsonb, first_line float8, last_line float8, lag bigint)
  on conflict (client_id, day, feed) do update set (feeds, open, saved, ended, lines, accepted, accounts,
    documents, bytes, rejected, first_line, last_line, lag) = (excluded.feeds, excluded.open, excluded.saved,
    excluded.ended, excluded.lines, excluded.accepted, excluded.accounts, excluded.documents,
    excluded.bytes, excluded.rejected, excluded.first_line, excluded.last_line, excluded.lag)`)

const instant = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The results of the documents of the feed `r` on its day. One without a status has a job, or could not be read. */
const DOCUMENTS = `cross join lateral (
    select count(*) filter (where status is null and not ended) as waiting,
      count(*) filter (where status = 'read' and not is_partly_read) as whole,
      count(*) filter (where status = 'read' and is_partly_read) as partly,
      count(*) filter (where status = 'nothing_read') as nothing,
      count(*) filter (where status = 'failed' or (status is null and ended)) as failed
    from (
      select d.status, d.is_partly_read,
        d.status is null and not exists (select from background_job j where j.id = d.id and j.ended is null) as ended
      from document d
      where r.documents > 0 and d.feed = r.feed and d.received >= r.day::timestamp at time zone 'utc'
        and d.received < (r.day + 1)::timestamp at time zone 'utc') found) results`

/** Members of the JSON of the rows of one day. */
const SUMS = `'day', r.day::text, 'feeds', sum(feeds), 'open_feeds', coalesce(sum(open) filter (where ${IS_OPEN}), 0),
  'lines', sum(lines), 'accepted', sum(accepted), 'rejected', sum(lines) - sum(accepted), 'account_lines', sum(accounts),
  'documents', sum(documents), 'document_results', json_build_object('waiting', sum(waiting), 'read', sum(whole),
    'partly_read', sum(partly), 'nothing_read', sum(nothing), 'failed', sum(failed)),
  'bytes', sum(bytes), 'first_line', ${instant('min(first_line)')},
  'last_line', ${instant('max(last_line)')}, 'fold_lag_ms', max(lag)`

const BY_LINES = 'order by lines desc, code'

/** The sums of each application and day; `more`: further members of their JSON. */
const days = (where: string, more = ''): string => `
  with r as materialized (select * from feed_report r ${DOCUMENTS} where ${where}), codes as (
    select client_id, day, json_agg(json_build_object('code', code, 'lines', lines) ${BY_LINES})::text as list
    from (
      select client_id, day, code, sum((one ->> 'lines')::bigint)::bigint as lines
      from r cross join lateral jsonb_each(rejected) as each(code, one) group by client_id, day, code
    ) sums group by client_id, day
  )
  select json_build_object(${more}${SUMS}, 'rejections', coalesce(max(list)::json, '[]')) as sums
  from r left join codes using (client_id, day) group by client_id, day order by day desc, client_id`

const DAYS = prepared(days('client_id = $1'))

const HELD_NOW = `(select count(*) from held_line h
  where h.client_id = r.client_id and h.created >= r.day::timestamp at time zone 'utc'
    and h.created < (r.day + 1)::timestamp at time zone 'utc')`
const ALL_DAYS = days('$1::text is null or client_id = $1', `'client_id', client_id, 'held', ${HELD_NOW}, `)

const COUNT = prepared('select count(*) from feed_report where client_id = $1 and day = $2::date')

const FEEDS = prepared(`
  select json_build_object('id', r.feed::text, 'request_id', request, 'started', ${instant('started')},
    'ended', ${instant('ended')}, ${SUMS},
    'rejections', (
      select coalesce(json_agg(json_build_object('code', code, 'lines', one -> 'lines', 'examples', one -> 'examples')
        order by (one -> 'lines')::bigint desc, code), '[]')
      from jsonb_each(rejected) as each(code, one)))
  from (
    select * from feed_report where client_id = $1 and day = $2::date and feed < $3 order by feed desc limit $4
  ) r ${DOCUMENTS}
  group by r.feed, r.day, request, started, ended, rejected order by r.feed desc`)

/** A greater id than any. */
const LAST_ID = String(Number.MAX_SAFE_INTEGER)

export function feedReportStore(pool: Pool): FeedReportStore {
  return {
    save: async (counts) => {
      for (let from = 0; from < counts.length; from += MAX_ROWS)
        await queryRows(pool, SAVE, [JSON.stringify(counts.slice(from, from + MAX_ROWS))])
    },
  }
}

export function feedReportReader(pool: Pool): FeedReportReader {
  return {
    days: async (client) => (await queryRows<[FeedDay]>(pool, DAYS, [client])).map(([day]) => day),
    feeds: async (client, day, { before, limit }) => {
      const [rows, [count]] = await Promise.all([
        queryRows<[FeedReport]>(pool, FEEDS, [client, day, before ?? LAST_ID, limit]),
        queryRows<[number]>(pool, COUNT, [client, day]),
      ])
      return { rows: rows.map(([feed]) => feed), total: count![0] }
    },
  }
}

/** The sums of a day as operators see them. */
export interface OperatorFeedDay extends FeedDay {
  client_id: string
  /** Messages of that day that are held now, because no member may receive them yet (contract.md 8.3). */
  held: number
}

/** The days of an application, or of all (null), newest first. Reads every row. */
export async function feedDays(pool: Pool, client: string | null): Promise<OperatorFeedDay[]> {
  const { rows } = await pool.query<{ sums: OperatorFeedDay }>(ALL_DAYS, [client])
  return rows.map(({ sums }) => sums)
}
