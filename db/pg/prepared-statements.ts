/** Named statements: parsed once per connection, and planned once, without their parameters. */
import type { Pool, PoolClient } from 'pg'

export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

const STATEMENTS = new Map<string, PreparedStatement>()

/**
 * Makes a prepared statement of `text`, under a name of its own unless one is given. Postgres may plan it while
 * its tables are still empty and keeps that plan, so it must not depend on their size: look rows up one by one
 * (`lateral ... offset 0`, `eachOf`). test/db/pg/plans.test.ts checks the plan of every statement made here.
 * @throws if another statement has the name
 */
export function prepared(text: string, name = `q${STATEMENTS.size}`): PreparedStatement {
  const known = STATEMENTS.get(name)
  if (known !== undefined) throw new Error(`two prepared statements are called ${name}`)
  const statement = { name, text }
  STATEMENTS.set(name, statement)
  return statement
}

/** Every prepared statement made so far. */
export function preparedStatements(): PreparedStatement[] {
  return [...STATEMENTS.values()]
}

/** Statements composed for a query, by text: there are as many as there are combinations of its filters. */
const COMPOSED = new Map<string, PreparedStatement>()

/** The prepared statement of a text that is composed of conditions. Texts come from our own code. */
export function composed(text: string): PreparedStatement {
  const known = COMPOSED.get(text)
  if (known !== undefined) return known
  const statement = prepared(text)
  COMPOSED.set(text, statement)
  return statement
}

/**
 * SQL: the rows of the arrays `array`, ... (parameters with their types), as columns `columns`. To a plan made
 * without parameters a limit leaves a tenth of ten rows, so that it looks each up in an index; joined as they
 * are, it would read all of a table that it knew empty.
 */
export function eachOf(columns: string, array: string, ...others: string[]): string {
  const arrays = [array, ...others].join(', ')
  return `(select * from unnest(${arrays}) as u(${columns}) limit cardinality(${array}))`
}

/**
 * SQL: `column = value`, of which Postgres makes nothing but a look-up in an index. Of a table that had three rows when it
 * was looked at last, it would join all rows instead, and all versions that a snapshot keeps.
 */
export function keyed(column: string, value: string): string {
  return `${column} = any (array[${value}])`
}

/** SQL: the row `d` of a table at its place; its key is named, but not looked up, which would pass all versions of it. */
export function atPlace(place: string, key: string, value: string): string {
  return `d.ctid = ${place} and d.${key} is not distinct from ${value}`
}

/** Runs a prepared statement; rows are arrays in the order of the select list. */
export async function queryRows<T extends unknown[]>(
  through: Pool | PoolClient,
  statement: PreparedStatement,
  values: unknown[],
): Promise<T[]> {
  const result = await through.query<T>({ ...statement, values, rowMode: 'array' })
  return result.rows
}

/** Collects the conditions of a query and their parameter values. */
export class Conditions {
  readonly values: unknown[]
  private readonly parts: string[]
  constructor(first: string, ...values: unknown[]) {
    this.values = values
    this.parts = [first]
  }

  /** Adds a value; returns its placeholder. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Adds a condition; each `?` takes the next of the values. */
  and(condition: string, ...values: unknown[]): void {
    let next = 0
    this.parts.push(condition.replaceAll('?', () => this.value(values[next++])))
  }

  /** Adds a condition whose `?` takes an instant in epoch milliseconds. */
  andInstant(condition: string, epochMilliseconds: number): void {
    this.and(condition.replaceAll('?', fromEpochMs('?')), epochMilliseconds)
  }

  get text(): string {
    return this.parts.join(' and ')
  }

  /** A copy of the conditions so far. */
  snapshot(): { text: string; values: unknown[] } {
    return { text: this.text, values: [...this.values] }
  }
}

/** SQL: a timestamptz column in epoch milliseconds, 0 for null. */
export const epochMs = (column: string): string =>
  `coalesce((extract(epoch from ${column}) * 1000)::bigint, 0)`

/** SQL: epoch milliseconds to timestamptz. */
export const fromEpochMs = (placeholder: string): string =>
  `to_timestamp(${placeholder}::double precision / 1000)`
