/** Named statements: parsed and planned once per connection. */
import type { Pool, PoolClient } from 'pg'

const NAMES = new Map<string, string>()

/** A short name per statement text. Texts come from our own code, so there are few of them. */
function nameOf(text: string): string {
  let name = NAMES.get(text)
  if (name === undefined) {
    name = `q${NAMES.size}`
    NAMES.set(text, name)
  }
  return name
}

/** Runs a statement as a prepared one; rows are arrays in the order of the select list. */
export async function queryRows<T extends unknown[]>(
  through: Pool | PoolClient,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const result = await through.query<T>({ name: nameOf(text), text, values, rowMode: 'array' })
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
