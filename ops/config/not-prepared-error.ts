const MISSING = {
  schema: 'run `npm run cli -- migrate` with this version',
  erasures: 'an api process reopens them when it starts',
  versions: 'replace them first',
  stream: "run `npm run cli -- migrate` with an operator's user in NATS_URL",
} as const

/**
 * Schema, reference data, streams, erasures or other processes are older than this program or missing, and it may not
 * change them (`MIGRATIONS=wait`).
 */
export class NotPreparedError extends Error {
  /** Why the start waits, by the name of its readiness check. */
  readonly checks: Record<string, string>

  constructor(check: keyof typeof MISSING, what: string) {
    const message = `${what}: ${MISSING[check]}`
    super(message)
    this.checks = { [check]: message }
  }
}
