/** The schema or the reference data is older than this program, which may not change it (`MIGRATIONS=wait`). */
export class SchemaMissingError extends Error {
  /** Why the start waits, by the name of its readiness check. */
  readonly checks: Record<string, string>

  constructor(what: string) {
    const message = `${what}: run \`npm run cli -- migrate\` with this version`
    super(message)
    this.checks = { schema: message }
  }
}
