/** Dates and times for readers, in UTC. */
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const TIMESTAMP = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})
const DENSE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** For example `3 May 2026`. */
export function formatDate(date: Date): string {
  return DATE.format(date)
}

/** For example `3 May 2026 at 09:30 UTC`. */
export function formatDateTime(date: Date): string {
  return `${DATE_TIME.format(date)} UTC`
}

/** For example `3 May at 09:30:12 UTC`, for dates within the last month. */
export function formatTimestamp(date: Date): string {
  return `${TIMESTAMP.format(date)} UTC`
}

/** For example `3 May 09:30:12`, in UTC, for tables whose heading says so. */
export function formatDense(date: Date): string {
  return DENSE.format(date).replace(',', '')
}
