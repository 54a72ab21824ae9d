/**
 * How often a property is tried with random data: a tenth of `full` for every change, all of it with
 * `TEST_PROPERTIES=full`, as every night (test/runner/nightly.ts).
 */
export function propertyRuns(full: number): number {
  return process.env['TEST_PROPERTIES'] === 'full' ? full : Math.ceil(full / 10)
}
