/** The health of a webhook, and a button that sends its waiting deliveries now (webhooks.md 4). */
import { callbackHealth } from '../../../../schemas/webhooks/callback-health.js'
import type { CallbackHealth } from '../../../../schemas/webhooks/callback-health.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { formatTimestamp } from '../../lib/format-date.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'

const WHAT_HAPPENS: Readonly<Record<CallbackHealth['state'], string>> = {
  healthy: '',
  failing: 'Each delivery is retried on its own schedule, and all of them at the first success.',
  paused:
    'Nothing is sent until then; once that attempt is accepted, waiting deliveries follow within seconds.',
  probing:
    'One attempt tests whether it answers again; once one is accepted, waiting deliveries follow within seconds.',
}

/** The health of a webhook that is Active. */
export function healthBadge({ state }: Pick<CallbackHealth, 'state'>): Html {
  const kinds = { healthy: 'good', failing: 'warn', paused: 'bad', probing: 'warn' } as const
  return html`<span class="badge ${kinds[state]}">${state}</span>`
}

/** Why it fails and when it is tried next; empty while it is healthy. */
export function healthSection(hook: CallbackRow, at: string, frame: PageFrame): Html {
  const { state, reason, since, next_attempt: next } = callbackHealth(hook)
  if (hook.status !== 'Active' || state === 'healthy') return html``
  const when = (text: string): string => formatTimestamp(new Date(text))
  return html`<section class="card danger" aria-labelledby="health">
<h2 id="health">${state === 'paused' ? 'Paused' : 'Not answering'}${since !== null && ` since ${when(since)}`}</h2>
<p>${reason}${next !== null && html` Next attempt: <strong>${when(next)}</strong>.`} ${WHAT_HAPPENS[state]}</p>
${frame.role !== 'viewer' && postForm(frame, { action: `${at}/resume` }, html`<p class="actions"><button>Resume now</button></p>`)}
</section>
`
}
