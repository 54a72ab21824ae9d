/**
 * How long a statement, a wait for a lock and a pause within a transaction may take (workers/DESIGN.md 3.1):
 * a frozen process must not hold rows for long. They are set for our own sessions and transactions, never for
 * the database role: an operator's psql has no limits (decision 45).
 */
import pg from 'pg'

const LIMITS = [
  ['statement_timeout', '5s'],
  ['lock_timeout', '3s'],
  ['idle_in_transaction_session_timeout', '2s'],
] as const

/**
 * A worker's statements read a few rows by their keys. While somebody holds a snapshot, indexes fill with versions
 * that are gone, and Postgres comes to prefer plans that read all versions of a key, or the whole table, to the
 * one that finds the current row first and stops.
 */
const KEY_PLANS = ['bitmapscan', 'seqscan'].map((kind) => [`enable_${kind}`, 'off'] as const)

/**
 * Postgres builds that have LLVM compile a statement whose plan looks costly, at every execution, which takes up to
 * seconds; ours read a few rows. Before version 18 any plan that needs a kind switched off looks costly.
 */
const NO_COMPILATION = ['jit', 'off'] as const

const ALWAYS = [...LIMITS, NO_COMPILATION]

/** Options of a session that goes to Postgres itself: the limits, nothing compiled, and for `keyPlans` no other plans. */
export function sessionOptions(keyPlans: boolean): string {
  return [...ALWAYS, ...(keyPlans ? KEY_PLANS : [])].map(([name, value]) => `-c ${name}=${value}`).join(' ')
}

/**
 * In a transaction they pass a pooler too, whichever session it chooses, and cost no round trip of their own.
 */
const begin = (settings: ReadonlyArray<readonly [string, string]>): string =>
  ['begin', ...settings.map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')

const BEGIN = begin(ALWAYS)
const BEGIN_WITH_KEY_PLANS = begin([...ALWAYS, ...KEY_PLANS])

/** As `transaction` and knex send it. */
const PLAIN_BEGIN = /^begin;?$/i

type Query = (query: unknown, ...rest: unknown[]) => unknown

/** Makes every transaction of this client begin with the limits, and for `keyPlans` with those plans only. */
export function limitTransactions(client: pg.ClientBase, keyPlans: boolean): void {
  const limitedBegin = keyPlans ? BEGIN_WITH_KEY_PLANS : BEGIN
  const unlimited = pg.Client.prototype
  const plain: Query = (...given) => Reflect.apply(unlimited.query, client, given) as unknown
  const limited: Query = (query, ...rest) => {
    if (typeof query === 'string') return plain(PLAIN_BEGIN.test(query) ? limitedBegin : query, ...rest)
    const { text } = query as { text?: unknown }
    const isBegin = typeof text === 'string' && PLAIN_BEGIN.test(text)
    return plain(isBegin ? { ...(query as object), text: limitedBegin } : query, ...rest)
  }
  client.query = limited as pg.ClientBase['query']
}
