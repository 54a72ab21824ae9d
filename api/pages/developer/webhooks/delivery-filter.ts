/** Which deliveries of a webhook are shown, and sending all that a filter selects again (webhooks.md 2). */
import { DELIVERY_STATES } from '../../../../schemas/webhooks/delivery-log.js'
import type { DeliveryQuery } from '../../../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { choice, formReader, instant, shownValue, wanted, wantedNumber } from '../../lib/form.js'
import type { FormOf } from '../../lib/form.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { hiddenFields, postForm } from '../../views/post-form.js'
import { filterForm, filterWords, foldedFilter } from '../../views/table.js'

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

/** The filters that are set, as a form sends them. */
function setFilters(filter: DeliveryFilter): Array<[keyof DeliveryFilter, string]> {
  const names = Object.keys(DELIVERY_FILTERS) as Array<keyof DeliveryFilter>
  return names
    .map((name): [keyof DeliveryFilter, string] => [name, shownValue(DELIVERY_FILTERS[name], filter[name])])
    .filter(([, value]) => value !== '')
}

const inWords = (filter: DeliveryFilter): string => filterWords(DELIVERY_FILTERS, filter)

/** The form of the filters, folded until it is needed; what it selects stands in its summary. */
export function deliveryFilterForm(at: string, filter: DeliveryFilter): Html {
  const words = inWords(filter)
  const form = filterForm(at, 'deliveries', DELIVERY_FILTERS, filter)
  return html`${foldedFilter(words, form)}${words !== '' && html` <p class="beside"><a href="${at}#deliveries">All deliveries</a></p>`}`
}

/**
 * Sends what the filter selects again: the first submission counts it, the second sends it. Nothing without a filter:
 * a replay of everything has its own form. @param count of what it selects, once that is counted
 */
export function retryForm(frame: PageFrame, at: string, filter: DeliveryFilter, count: number | null): Html {
  const set = setFilters(filter)
  if (set.length === 0) return html``
  const action = `${at}/deliveries/retry#deliveries`
  if (count === null)
    return postForm(
      frame,
      { action, hidden: Object.fromEntries(set) },
      html`<p class="actions"><button>Send all of these again</button></p>`,
    )
  return postForm(
    frame,
    { action, class: 'card' },
    html`${hiddenFields({ ...Object.fromEntries(set), sure: '1' })}
<p role="status"><strong>${count.toLocaleString('en')}</strong> ${count === 1 ? 'delivery' : 'deliveries'} with ${inWords(filter)}. Each is sent again at once, under the same id, even if it was delivered.</p>
<p class="actions">${count > 0 && html`<button class="primary">Send ${count === 1 ? 'it' : 'them'} again</button> `}<a href="${at}?${new URLSearchParams(set).toString()}#deliveries">Back</a></p>
`,
  )
}
