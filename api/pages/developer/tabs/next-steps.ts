/** What a new application still needs, in the order in which a partner does it. */
import type { NextStep } from './page-data.js'

/** What is known about an application. */
export interface Progress {
  hasRedirectUrl: boolean
  hasToken: boolean
  hasSegment: boolean
  hasWebhook: boolean
}

const STEPS: ReadonlyArray<{ is: keyof Progress; text: string; tab: string }> = [
  { is: 'hasRedirectUrl', text: 'Register the redirect URL', tab: '/settings#redirect_uri' },
  { is: 'hasToken', text: 'Get the first token', tab: '/credentials' },
  { is: 'hasSegment', text: 'Submit the first segment', tab: '#first_segment' },
  { is: 'hasWebhook', text: 'Add a webhook', tab: '/webhooks' },
]

/** The steps with those that are done; empty once nothing is left to do. */
export function nextSteps(progress: Progress, appPath: string): NextStep[] {
  const next = STEPS.find(({ is }) => !progress[is])
  if (next === undefined) return []
  return STEPS.map(({ is, text, tab }) => ({
    text,
    href: `${appPath}${tab}`,
    state: stateOf(progress[is], is === next.is),
  }))
}

function stateOf(isDone: boolean, isNext: boolean): NextStep['state'] {
  if (isDone) return 'done'
  return isNext ? 'next' : 'open'
}
