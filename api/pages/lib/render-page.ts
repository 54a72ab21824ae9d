/** The one way to show a page. Templates escape every value. */
import type { FastifyReply } from 'fastify'
import { html } from '../views/html.js'
import { layout, messages } from '../views/layout.js'
import type { PageFrame, View } from '../views/page-frame.js'
import { ERROR_PAGES, problemView } from './error-pages.js'
import type { ErrorPageCode } from './error-pages.js'
import { hasScript } from './page-headers.js'

export type FrameOptions = Partial<PageFrame> & { title: string }

export interface ErrorPageOptions {
  /** Status in place of the usual one. */
  status?: number
  /** A link to continue with. */
  next?: { href: string; text: string }
}

/**
 * Renders a page into the layout. With errors the status is 422 unless another is given, and the title says
 * so.
 */
export async function renderPage<D>(
  reply: FastifyReply,
  view: View<D>,
  frame: FrameOptions,
  data: D,
  status?: number,
): Promise<FastifyReply> {
  const errors = frame.errors ?? []
  const full: PageFrame = {
    nav: 'none',
    role: null,
    formToken: '',
    notice: null,
    path: reply.request.url.split('?', 1)[0] ?? '',
    ...frame,
    errors,
    title: errors.length > 0 ? `Error: ${frame.title}` : frame.title,
  }
  const content = view(data, full)
  // Pages of an application have their messages below its tabs.
  const isOfApp = typeof data === 'object' && data !== null && 'appFrame' in data
  const body = isOfApp ? content : html`${messages(full)}${content}`
  return await reply
    .code(status ?? (errors.length > 0 ? 422 : 200))
    .type('text/html; charset=utf-8')
    .send(layout(full, body, hasScript(full.path)).text)
}

/** Renders the page of an error with its status. `frame` adds the navigation of a signed-in account. */
export async function renderErrorPage(
  reply: FastifyReply,
  code: ErrorPageCode,
  { status, next }: ErrorPageOptions = {},
  frame: Partial<PageFrame> = {},
): Promise<FastifyReply> {
  const { title, status: usual, ...page } = ERROR_PAGES[code]
  return await renderPage(reply, problemView, { ...frame, title }, { ...page, next }, status ?? usual)
}
