/**
 * First of three steps that partition `raw_batch` by month without a long lock: new rows must fit the first partition,
 * which the table becomes (0892). The bound is a month from one to two months ahead.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every id created before that instant is below it (schemas/base/ids.ts).
    create function first_id_after(at timestamptz) returns bigint language sql immutable
      return ceil((extract(epoch from at) * 1000 - 1767225600000) / 4)::bigint * 32768;

    do $$ begin
      execute format('alter table raw_batch add constraint raw_batch_bound check (id < %s) not valid',
        first_id_after((date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc'));
    end $$`)
}
