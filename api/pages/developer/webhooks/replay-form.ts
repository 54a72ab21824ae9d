/** The replay form of a webhook: the first submission counts the events, the second sends them. */
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { Parameters } from '../../../oauth/parameters.js'
import type { ReplayQuery } from '../../../../schemas/webhooks/callback-store.js'
import { choiceOf, dateTimeInputValue, dateTimeOf } from './list-query.js'
import type { ReplayForm } from './page-data.js'
import type { FieldError } from '../../views/page-frame.js'

/** What to replay; by default only events that were never delivered. */
export function replayQuery(form: Parameters): ReplayQuery {
  const type = choiceOf(form, 'type', EVENT_TYPES)
  return {
    since: dateTimeOf(form, 'since'),
    until: dateTimeOf(form, 'until'),
    types: type === null ? null : [type],
    undelivered: form.get('only') !== 'all',
  }
}

/** Dates that do not parse. Ignoring them would replay everything. */
export function replayErrors(form: Parameters): FieldError[] {
  return ['since', 'until']
    .filter((name) => form.get(name) !== null && dateTimeOf(form, name) === null)
    .map((name) => ({
      field: `replay_${name}`,
      text: 'Enter a date and time that exists, for example 2026-03-01T12:00, or nothing.',
    }))
}

/** The form as it was sent, with the count when there is one. */
export function replayForm(form: Parameters, count: number | null): ReplayForm {
  const query = replayQuery(form)
  return {
    since: dateTimeInputValue(query.since, form.get('since')),
    until: dateTimeInputValue(query.until, form.get('until')),
    type: query.types?.[0] ?? '',
    only: query.undelivered ? 'undelivered' : 'all',
    count,
  }
}
