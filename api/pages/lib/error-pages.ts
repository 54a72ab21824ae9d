/**
 * Error pages: what a page says when a request cannot continue. Nothing from the request is repeated on it.
 */
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import PAGES from './error-pages.json' with { type: 'json' }

export interface ErrorPage {
  /** Title of the browser window. */
  title: string
  status: number
  heading: string
  text: string
  hint: string | null
}

export type ErrorPageCode = keyof typeof PAGES

export const ERROR_PAGES: Readonly<Record<ErrorPageCode, ErrorPage>> = PAGES

export function problemView({
  heading,
  text,
  hint,
  next,
}: Pick<ErrorPage, 'heading' | 'text' | 'hint'> & { next?: { href: string; text: string } }): Html {
  return html`<h1>${heading}</h1>
<p class="lead">${text}</p>
${hint !== null && html`<p>${hint}</p>`}
${next !== undefined && html`<p><a href="${next.href}">${next.text}</a></p>`}`
}
