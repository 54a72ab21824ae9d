/** Named statements: parsed and planned once per connection. */
import type { Pool, PoolClient } from 'pg'

const NAMES = new Map<string, string>()

/** A short name for a statement's text, the same for the same text. Texts come from our own code, so there are few of them. */
function nameOf(text: string): string {
  let name = NAMES.get(text)
  if (name === undefined) {
    name = `q${NAMES.size}`
    NAMES.set(text, name)
  }
  return name
}

/** Runs a statement under its name; rows are arrays in the order of the select list. */
export async function queryRows<T extends unknown[]>(
  through: Pool | PoolClient,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const result = await through.query<T>({ name: nameOf(text), text, values, rowMode: 'array' })
  return result.rows
}

/** Collects the conditions of a query with their values; `$` in a condition stands for the next value. */
export class Conditions {
  readonly values: unknown[]
  private readonly parts: string[]
  constructor(first: string, ...values: unknown[]) {
    this.values = values
    this.parts = [first]
  }

  /** The placeholder of a further value. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Adds a condition; each `?` takes the next of the values. */
  and(condition: string, ...values: unknown[]): void {
    let at = 0
    this.parts.push(condition.replaceAll('?', () => this.value(values[at++])))
  }

  get text(): string {
    return this.parts.join(' and ')
  }
}

/** SQL: a timestamptz column in epoch milliseconds, 0 for none. */
export const epochMs = (column: string): string =>
  `coalesce((extract(epoch from ${column}) * 1000)::bigint, 0)`

/** SQL: epoch milliseconds to timestamptz. */
export const fromEpochMs = (placeholder: string): string =>
  `to_timestamp(${placeholder}::double precision / 1000)`
