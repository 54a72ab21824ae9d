/** What the rooms need of a log; `ops` hands in the real one. Fields come first, the message is a plain sentence. */
export interface Log {
  debug: (fields: Record<string, unknown>, message: string) => void
  info: (fields: Record<string, unknown>, message: string) => void
  warn: (fields: Record<string, unknown>, message: string) => void
  error: (fields: Record<string, unknown>, message: string) => void
}
