/** Dates in words, for readers. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const SECOND = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** For example `3 May 2026`; UTC. */
export function formatDate(date: Date): string {
  return DAY.format(date)
}

/** For example `3 May 2026 at 09:30 UTC`. */
export function formatDateTime(date: Date): string {
  return `${MOMENT.format(date)} UTC`
}

/** For example `3 May at 09:30:12 UTC`, for what is not older than a month. */
export function formatTimestamp(date: Date): string {
  return `${SECOND.format(date)} UTC`
}
