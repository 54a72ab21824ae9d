/**
 * How often a property is tried with random data: a tenth of `full` for every change, all of it with
 * `TEST_PROPERTIES=full`, as every night (test/runner/nightly.ts).
 */
export function propertyRuns(full: number): number {
  return process.env['TEST_PROPERTIES'] === 'full' ? full : Math.ceil(full / 10)
}

/** What begins the random data of a run: `TEST_SEED`, so that it can be repeated, else the clock. */
export function propertySeed(): number {
  return Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)
}
