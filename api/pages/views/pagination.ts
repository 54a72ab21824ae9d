/** Lists of what is past or upcoming, in numbered pages. */
import type { Parameters } from '../../oauth/parameters.js'
import { html } from './html.js'
import type { Html } from './html.js'

export type Period = 'past' | 'upcoming'

const MAX_PAGE = 500

/** What the query asks for; the first page has number 0. */
export function numberedPage(query: Parameters): { period: Period; number: number } {
  return {
    period: query.get('view') === 'past' ? 'past' : 'upcoming',
    number: Math.min(MAX_PAGE, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0)),
  }
}

/** Links to both lists, and to more views of them. @param shown the view that is shown */
export function periodSwitch(
  label: string,
  path: string,
  shown: string | null,
  more: ReadonlyArray<readonly [view: string, text: string]> = [],
): Html {
  return html`<nav aria-label="${label}" class="switch"><ul>
${[['upcoming', 'Upcoming'] as const, ['past', 'Past'] as const, ...more].map(
  ([view, text]) =>
    html`<li><a href="${path}${view !== 'upcoming' && `?view=${view}`}"${view === shown && html` aria-current="page"`}>${text}</a></li>\n`,
)}</ul></nav>`
}

/** Links to the pages of a list before and after this one. @param pages how many there are */
export function pageLinks(path: string, period: Period, number: number, pages: number): Html | false {
  const last = Math.max(0, pages - 1)
  const link = (to: number, rel: string, text: string): Html =>
    html`<a href="${path}?view=${period}&amp;page=${to}" rel="${rel}">${text}</a>`
  return (
    last + number > 0 &&
    html`<nav aria-label="Pages" class="pages">${number > 0 && link(Math.min(number - 1, last), 'prev', 'Previous')}${number <= last && html`<span>Page ${number + 1} of ${last + 1}</span>`}${number < last && link(number + 1, 'next', 'Next')}</nav>`
  )
}
