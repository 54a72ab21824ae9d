/** The log port; `ops` provides the real one. Fields come first, the message is one plain sentence. */
export interface Log {
  debug: (fields: Record<string, unknown>, message: string) => void
  info: (fields: Record<string, unknown>, message: string) => void
  warn: (fields: Record<string, unknown>, message: string) => void
  error: (fields: Record<string, unknown>, message: string) => void
}
