/** What Postgres wrote, by table: a table with its indexes, TOAST and partitions. */
import type pg from 'pg'

const WAL_FILES = 128

export type BytesByTable = Record<string, number>

/** SQL: every file `oid` of a table, and the `name` of that table. */
const FILES = `
  select f.oid, coalesce(pg_partition_root(owner.oid), owner.oid)::regclass::text as name
  from pg_class f
  left join pg_index i on i.indexrelid = f.oid
  join pg_class indexed on indexed.oid = coalesce(i.indrelid, f.oid)
  left join pg_class toasted on toasted.reltoastrelid = indexed.oid
  join pg_class owner on owner.oid = coalesce(toasted.oid, indexed.oid)
  where f.relkind in ('r', 'i', 't') and owner.relnamespace = 'public'::regnamespace`

const SIZES = `
  select name, sum(pg_relation_size(oid))::float8 as bytes from (${FILES}) file group by name`

export async function tableSizes(pool: pg.Pool): Promise<BytesByTable> {
  return byName((await pool.query<{ name: string; bytes: number }>(SIZES)).rows)
}

export async function walPosition(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return rows[0]?.lsn ?? '0/0'
}

/**
 * Makes files for WAL: a server that has run for a while uses old ones again, while on a new one commits wait for each
 * file to be filled with zeros.
 */
export async function makeWalFiles(pool: pg.Pool): Promise<void> {
  await pool.query("alter system set min_wal_size = '2GB'")
  await pool.query('select pg_reload_conf()')
  for (let file = 0; file < WAL_FILES; file++)
    await pool.query("select pg_logical_emit_message(true, '', ''), pg_switch_wal()")
  await pool.query('checkpoint')
}

/** Lets WAL be read back afterwards. */
export async function keepWal(pool: pg.Pool): Promise<void> {
  await pool.query("alter system set wal_keep_size = '1GB'")
  await pool.query('select pg_reload_conf()')
  await pool.query('create extension if not exists pg_walinspect')
}

/** Bytes of WAL since a position, without full-page images: those depend on when checkpoints are. */
export async function walSince(pool: pg.Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(record_size)::float8 as bytes from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn)',
    [from, await walPosition(pool)],
  )
  return rows[0]?.bytes ?? NaN
}

/** A record counts for the table of its first block. */
const WAL = `
  select coalesce(file.name, 'none') as name, sum(wal.bytes)::float8 as bytes from (
    select relfilenode,
      sum(case when block_id = 0 then record_length else 0 end - block_fpi_length) as bytes
    from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) group by relfilenode
  ) wal
  left join pg_class c on pg_relation_filenode(c.oid) = wal.relfilenode
  left join (${FILES}) file on file.oid = c.oid group by 1`

/** The same by table. */
export async function walByTable(pool: pg.Pool, from: string): Promise<BytesByTable> {
  const until = await walPosition(pool)
  return byName((await pool.query<{ name: string; bytes: number }>(WAL, [from, until])).rows)
}

function byName(rows: Array<{ name: string; bytes: number }>): BytesByTable {
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}
