/**
 * The statements of the partition store. Each locks the rows it changes in order of partition, because
 * several workers change several at once.
 */

import { prepared } from '../pg/prepared-statements.js'

export const CHANNEL = 'rebalance'

/**
 * Workers with a lease and a session. A role may not see when sessions of other roles began; the pid must
 * suffice then.
 */
const LIVE = `
  select w.id from worker w join pg_stat_get_activity(null) a
    on a.pid = w.pid and (a.backend_start is null or a.backend_start = w.backend_start)
  where w.expires_at > clock_timestamp()`

/**
 * A worker that is here again has lost its session and not crashed: what counts against a message because of it
 * is taken back, with the next heartbeat if the row is locked.
 */
export const HEARTBEAT = `
  with cleared as (
    update partition_owner state
    set suspect_crashes = greatest(0, suspect_crashes - 1), suspect_owners = array_remove(suspect_owners, $1)
    from (
      select partition from partition_owner where $1 = any(suspect_owners)
      order by partition for no key update skip locked
    ) counted where state.partition = counted.partition
  ), expired as (
    delete from worker where expires_at < clock_timestamp() - interval '1 minute' and id <> $1
  ), mine as (
    insert into worker (id, pid, backend_start, expires_at)
    select $1, pid, backend_start, clock_timestamp() + make_interval(secs => $2::float8)
    from pg_stat_get_activity(pg_backend_pid())
    on conflict (id) do update set pid = excluded.pid, backend_start = excluded.backend_start,
      expires_at = excluded.expires_at
    returning xmax = 0 as new
  )
  select case when new then pg_notify('${CHANNEL}', $1) end from mine`

export const SURVEY = `
  select (select coalesce(json_agg(id order by id), '[]') from (${LIVE}) live) as workers,
    (select coalesce(json_agg(
        json_build_object('partition', partition, 'owner', owner, 'epoch', epoch, 'status', status) order by partition), '[]')
      from partition_owner) as partitions`

/** Column of `SavedPosition`: epoch milliseconds. */
const CURSOR_STORED = `(extract(epoch from cursor_stored) * 1000)::bigint as "cursorStored"`

/** What `SavedPosition` has. */
export const POSITION = prepared(
  `select epoch, revision, cursor, ${CURSOR_STORED} from partition_state where partition = $1`,
  'position',
)

/**
 * An owner that is gone without having released the partition counts as an abandoned epoch: a message may
 * have crashed it. If it had recorded a suspect message itself, its crash counts against that message. The
 * cursor is read afterwards (CURSORS): a commit that this waited for has moved it since this began.
 */
export const ACQUIRE = `
  with live as materialized (${LIVE}), mine as materialized (
    select partition,
      suspect_seq is not null and suspect_epoch = epoch and not is_released and owner <> $1
        and owner <> all(suspect_owners) as is_counted
    from partition_owner
    where partition = any($2::int[]) and $1 in (select id from live)
      and (owner is null or owner = $1 or owner not in (select id from live))
    order by partition for no key update
  )
  update partition_owner state set owner = $1, epoch = epoch + 1, is_released = false,
    abandoned_epochs = case when not is_released and owner <> $1 then abandoned_epochs + 1 else 0 end,
    suspect_crashes = suspect_crashes + is_counted::int,
    suspect_owners = case when is_counted then suspect_owners || owner else suspect_owners end
  from mine where state.partition = mine.partition
  returning state.partition, epoch, abandoned_epochs as "abandonedEpochs",
    suspect_seq as suspect, suspect_crashes as crashes`

/** Positions of acquired partitions, and how members are divided: under the new epoch nobody else changes them. */
export const CURSORS = `
  select partition, revision, cursor, ${CURSOR_STORED}, coalesce(slices, partitions) as slices, partitions
  from partition_state, stream_identity where partition = any($1::int[]) and name = $2`

/** A mismatch that nobody has seen for so long is over: owners look twice a second, also after a hand-over. */
const MISMATCH_GAP = "interval '5 seconds'"

/** The same of all partitions. */
export const POSITIONS = `
  select partition, o.epoch, cursor, ${CURSOR_STORED}, o.status = 'ok'
    and coalesce(o.mismatch_seen < clock_timestamp() - ${MISMATCH_GAP}, true) as "isFitting"
  from partition_state join partition_owner o using (partition)`

export const RECORD_MISMATCH = `
  with mine as materialized (
    select partition from partition_owner
    join unnest($1::int[], $2::bigint[]) as u(partition, epoch) using (partition, epoch)
    order by partition for no key update of partition_owner
  )
  update partition_owner state set mismatch_seen = at,
    mismatch_since = case when mismatch_seen > at - ${MISMATCH_GAP} then mismatch_since else at end
  from (select partition, clock_timestamp() as at from mine) locked where state.partition = locked.partition
  returning state.partition, (extract(epoch from mismatch_seen - mismatch_since) * 1000)::float8 as "lastedMs"`

export const HALT = `
  update partition_owner set status = $3, last_halt = $3, last_halt_at = clock_timestamp()
  where partition = $1 and epoch = $2`

export const RELEASE = `
  with mine as materialized (
    select state.partition from partition_owner state
    join unnest($1::int[], $2::bigint[]) as given(partition, epoch)
      on given.partition = state.partition and given.epoch = state.epoch
    where owner = $3 order by state.partition for no key update of state
  ), freed as (
    update partition_owner state set owner = null, is_released = true
    from mine where state.partition = mine.partition returning state.partition
  )
  select pg_notify('${CHANNEL}', $3) from freed limit 1`

/** Skips a partition whose last transaction hangs: its owner is gone all the same. */
export const LEAVE = `
  with mine as materialized (
    select partition from partition_owner where owner = $1 order by partition for no key update skip locked
  ), freed as (
    update partition_owner state set owner = null, is_released = true
    from mine where state.partition = mine.partition
  ), gone as (
    delete from worker where id = $1
  )
  select pg_notify('${CHANNEL}', $1)`

/**
 * An unchanged lag is written every ten seconds, so that a report that stopped differs from one without
 * news. With no lag, everything stored by now is folded. A partition that is being committed is left for the next
 * report: waiting for a long commit would hold up those of the other partitions.
 */
export const RECORD_LAG = `
  with mine as materialized (
    select position.partition, u.lag, u.folded_to, u.revision
    from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
      as u(partition, epoch, lag, folded_to, revision)
    join partition_owner state on u.partition = state.partition and u.epoch = state.epoch
    join partition_position position on position.partition = u.partition and position.revision >= u.revision
    where position.lag is distinct from u.lag or position.lag_at < now() - interval '10 seconds'
    order by position.partition for no key update of position skip locked
  )
  update partition_position position set lag = mine.lag, lag_at = now(),
    folded_to = case when mine.lag = 0 then now()
      else greatest(position.folded_to, to_timestamp(mine.folded_to::float8 / 1000)) end
  from mine where position.partition = mine.partition and position.revision >= mine.revision`

/**
 * Must survive a crash of the worker, not of Postgres: no need to wait for the disk. With $4 = 0 the message is a
 * new suspect; otherwise $4 bounds what counts against it, of which some may have been taken back meanwhile.
 */
export const RECORD_SUSPECT = prepared(
  `
  with quick as (select set_config('synchronous_commit', 'off', true))
  update partition_owner set suspect_seq = $3, suspect_epoch = $2,
    suspect_crashes = least(suspect_crashes, $4),
    suspect_owners = case when $4 = 0 then '{}' else suspect_owners end
  from quick where partition = $1 and epoch = $2`,
  'suspect',
)

export const SUSPECT_CRASHES = prepared(
  'select suspect_crashes as crashes from partition_owner where partition = $1',
  'suspect_crashes',
)
