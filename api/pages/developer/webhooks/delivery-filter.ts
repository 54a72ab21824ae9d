/** The filter of a webhook's deliveries, and the form that sends the selected ones again (webhooks.md 2). */
import { DELIVERY_STATES } from '../../../../schemas/webhooks/delivery-log.js'
import type { DeliveryQuery } from '../../../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { choice, formReader, instant, wanted, wantedNumber } from '../../lib/form.js'
import type { FormOf } from '../../lib/form.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { hiddenFields, postForm } from '../../views/post-form.js'
import { filterForm, filterWords, foldedFilter, nextPageQuery, setFilters } from '../../views/table.js'

export const DELIVERY_FILTERS = {
  state: choice(DELIVERY_STATES, null, { label: 'State' }),
  type: choice(EVENT_TYPES, null, { label: 'Event' }),
  status: wantedNumber({ label: 'Status code' }, 100, 999),
  resource: wanted({ label: 'Id of the trip, segment, ...', inputmode: 'numeric' }),
  since: instant('From (UTC)'),
  until: instant('Before (UTC)'),
}
export type DeliveryFilter = FormOf<typeof DELIVERY_FILTERS>
export const readDeliveryFilter = formReader(DELIVERY_FILTERS)

export function deliveryQuery({ type, ...filter }: DeliveryFilter): Omit<DeliveryQuery, 'limit' | 'after'> {
  return { ...filter, types: type === null ? null : [type] }
}

/** The form of the filters, folded until it is needed. */
export function deliveryFilterForm(at: string, filter: DeliveryFilter): Html {
  const words = filterWords(DELIVERY_FILTERS, filter)
  const form = filterForm(at, 'deliveries', DELIVERY_FILTERS, filter)
  return html`${foldedFilter(words, form)}${words !== '' && html` <p><a href="${at}#deliveries">All deliveries</a></p>`}`
}

/**
 * Sends the selected deliveries again: the first submission counts them, the second sends them. Empty without a filter,
 * because a replay of everything has its own form. @param count of the selected deliveries, once they are counted
 */
export function retryForm(frame: PageFrame, at: string, filter: DeliveryFilter, count: number | null): Html {
  const set = Object.fromEntries(setFilters(DELIVERY_FILTERS, filter))
  if (Object.keys(set).length === 0) return html``
  const action = `${at}/deliveries/retry#deliveries`
  if (count === null)
    return postForm(
      frame,
      { action, hidden: set },
      html`<p class="actions"><button>Send all of these again</button></p>`,
    )
  return postForm(
    frame,
    { action, class: 'card' },
    html`${hiddenFields({ ...set, sure: '1' })}
<p role="status"><strong>${count.toLocaleString('en')}</strong> ${count === 1 ? 'delivery' : 'deliveries'} with ${filterWords(DELIVERY_FILTERS, filter)}. Each is sent again at once, under the same id, even if it was delivered.</p>
<p class="actions">${count > 0 && html`<button class="primary">Send ${count === 1 ? 'it' : 'them'} again</button> `}<a href="${at}${nextPageQuery(DELIVERY_FILTERS, filter, {})}#deliveries">Back</a></p>
`,
  )
}
