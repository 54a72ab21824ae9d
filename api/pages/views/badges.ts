/** Small pieces that several pages have. */
import { html } from './html.js'
import type { Html } from './html.js'

const BAD_STATES: ReadonlySet<string> = new Set(['exhausted', 'gone', 'aborted', 'failed'])

/** The state of a delivery. */
export function stateBadge(state: string): Html {
  const bad = BAD_STATES.has(state) ? 'bad' : 'plain'
  return html`<span class="badge ${state === 'delivered' ? 'good' : bad}">${state.replace('_', ' ')}</span>`
}

/** The status of a webhook. */
export function activeBadge(status: string): Html {
  return html`<span class="badge ${status === 'Active' ? 'good' : 'bad'}">${status}</span>`
}

/** @param otherwise what is said of an application that is not verified */
export function verifiedBadge({ verified }: { verified: boolean }, otherwise = 'Not verified'): Html {
  return html`<span class="badge ${verified ? 'good' : 'plain'}">${verified ? 'Verified' : otherwise}</span>`
}

/** What an event is about: the name of the trip before its id, if it is known. */
export function about({ trip, resource }: { trip: string | null; resource: string }): Html {
  return trip === null ? html`${resource}` : html`${trip} <span class="id">${resource}</span>`
}

const OWN_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/** How curl trusts the certificate of a service on the reader's own machine. */
export function ownAuthority(url: string): Html | null {
  if (!OWN_HOSTS.has(new URL(url).hostname)) return null
  return html`<p class="aside">This service runs on your own machine with its own certificate: add <code>--cacert</code> and the certificate authority's file, which <code>npm start</code> prints.</p>`
}
