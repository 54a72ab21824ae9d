/** The replay form of a webhook's page: counted first, sent on the second press. */
import { EVENT_TYPES } from '../../schemas/event.js'
import type { Parameters } from '../oauth/parameters.js'
import type { ReplayQuery } from '../webhook-deps.js'
import { choiceOf, localOf, momentOf } from './list-query.js'
import type { ReplayForm } from './webhook-pages.js'

/** What is asked for; without a word about it only what was never delivered. */
export function replayQuery (form: Parameters): ReplayQuery {
  const type = choiceOf(form, 'type', EVENT_TYPES)
  return {
    since: momentOf(form, 'since'), until: momentOf(form, 'until'), types: type === null ? null : [type], undelivered: form.get('only') !== 'all'
  }
}

/** The form as it was sent, with the count when there is one. */
export function replayForm (form: Parameters, count: number | null): ReplayForm {
  const query = replayQuery(form)
  return {
    since: localOf(query.since), until: localOf(query.until), type: query.types?.[0] ?? '', only: query.undelivered ? 'undelivered' : 'all', count
  }
}
