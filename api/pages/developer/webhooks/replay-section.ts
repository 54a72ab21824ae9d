/** The replay form of a webhook: the first submission counts the events, the second sends them. */
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { choice, instant, shownOf, shownValue } from '../../lib/form.js'
import type { FormOf } from '../../lib/form.js'
import { field } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { hiddenFields, postForm } from '../../views/post-form.js'

/** By default only events that were never delivered. */
export const REPLAY = {
  only: choice(['undelivered', 'all'], 'undelivered', {
    label: 'Send again',
    options: [
      ['undelivered', 'what was never delivered'],
      ['all', 'everything'],
    ],
  }),
  type: choice(EVENT_TYPES, null, { label: 'Event' }),
  since: instant('From (UTC)'),
  until: instant('Before (UTC)'),
}
type Replay = FormOf<typeof REPLAY>

/** @param count of the events that the form selects, once they are counted */
export function replaySection(
  frame: PageFrame,
  at: string,
  sent: (name: string) => string | null,
  count: number | null,
): Html {
  const { only = 'undelivered', type = null, since = null, until = null } = frame.form as Partial<Replay>
  const values = {
    only,
    type: type ?? '',
    // What does not parse is shown as it was typed.
    since: shownValue(REPLAY.since, since) || (sent('since') ?? ''),
    until: shownValue(REPLAY.until, until) || (sent('until') ?? ''),
  }
  return html`<h2 id="replay">Replay</h2>
${postForm(
  frame,
  { action: `${at}/replay#replay`, class: 'card filters' },
  count === null ? selection(values) : confirmation(values, count, at),
)}`
}

type Values = Record<keyof Replay, string>

function selection(values: Values): Html {
  const bound = (name: 'since' | 'until'): Html => {
    const { label = '' } = shownOf(REPLAY[name])
    return html`<div class="field"><label for="replay_${name}">${label}</label><input id="replay_${name}" name="${name}" type="datetime-local" value="${values[name]}"></div>`
  }
  return html`${field([], { id: 'only', label: '', ...shownOf(REPLAY.only), value: values.only })}
${field([], { id: 'replay_type', name: 'type', label: '', any: 'any', ...shownOf(REPLAY.type), value: values.type })}
${bound('since')}
${bound('until')}
<p class="actions"><button>Count them first</button></p>
`
}

function confirmation(values: Values, count: number, at: string): Html {
  const { only, type, since, until } = values
  const written = (text: string): string => `${text.replace('T', ' ')} UTC`
  return html`${hiddenFields({ ...values, sure: '1' })}
<p role="status" class="wide"><strong>${count}</strong> ${count === 1 ? 'event' : 'events'}${only !== 'all' && ' never delivered'}${type !== '' && `, ${type} only`}${since !== '' && `, from ${written(since)}`}${until !== '' && `, before ${written(until)}`}.</p>
<p class="actions">${count > 0 && html`<button class="primary">Send ${count === 1 ? 'it' : 'them'} again</button> `}<a href="${at}#replay">Change the selection</a></p>
`
}
