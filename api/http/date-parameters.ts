/** Instants in query parameters (contract.md 4). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { parseDate, parseInstant, parseWall } from '../../schemas/base/wall-time.js'
import { textParameter } from './query.js'

const DAY = 86_400_000
const RELATIVE_DAYS = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

/** `start` and `end`: a date, a date-time (UTC), or `today`, `yesterday`, `tomorrow` (days of UTC). Epoch milliseconds; null when absent. */
export function dayParameter(request: FastifyRequest, name: string, now: number): number | null {
  const text = textParameter(request, name)
  if (text === null) return null
  const word = RELATIVE_DAYS.get(text)
  if (word !== undefined) return (Math.floor(now / DAY) + word) * DAY
  // A plus in a query is a space to whoever decodes forms.
  for (const value of [parseDate(text), parseWall(text), parseInstant(text.replace(' ', '+'))])
    if (!Number.isNaN(value)) return value
  throw new ApiError(
    'invalid_request',
    `Parameter "${name}" must be a date that exists, a UTC date-time, today, yesterday or tomorrow.`,
  )
}

/** `since` and `until`: a UTC instant or a date. Epoch milliseconds; null when absent. */
export function instantParameter(request: FastifyRequest, name: string): number | null {
  const text = textParameter(request, name)
  if (text === null) return null
  for (const value of [parseInstant(text.replace(' ', '+')), parseDate(text)])
    if (!Number.isNaN(value)) return value
  throw new ApiError(
    'invalid_request',
    `Parameter "${name}" must be a UTC date and time that exists, such as 2026-03-01T12:00:00Z.`,
  )
}
