/** The one way to show a page. Eta escapes every value. */
import type {} from '@fastify/view'
import type { FastifyReply } from 'fastify'
import { PAGE_ASSETS } from '../../assets/asset-routes.js'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import { ERROR_PAGES } from './error-pages.js'
import type { ErrorPageCode } from './error-pages.js'
import type { PageData } from './page-data.js'
import { hasScript } from './page-headers.js'

/** An error in a form: the id of the field, and a sentence on how to correct it. */
export interface FieldError {
  field: string
  text: string
}

/** What every page has. */
export interface PageFrame {
  title: string
  /** Path of the request; the navigation marks the current page by it. */
  path: string
  /** Which navigation to show. */
  nav: 'none' | 'member' | 'developer'
  /** The role of the developer in the application that the page is about; null on other pages. */
  role: TeamRole | null
  /** CSRF token for the forms of the page. */
  formToken: string
  errors: FieldError[]
  /** A sentence that confirms what was done, or null. */
  notice: string | null
}

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
export async function renderPage<N extends keyof PageData>(
  reply: FastifyReply,
  name: N,
  frame: FrameOptions,
  data: PageData[N],
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
  const assets = hasScript(full.path) ? PAGE_ASSETS : { ...PAGE_ASSETS, js: null }
  const html = await reply.viewAsync(name, { ...data, frame: { ...full, assets } })
  return await reply
    .code(status ?? (errors.length > 0 ? 422 : 200))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Renders the page of an error with its status. `frame` adds the navigation of a signed-in account. */
export async function renderErrorPage(
  reply: FastifyReply,
  code: ErrorPageCode,
  { status, next }: ErrorPageOptions = {},
  frame: Partial<PageFrame> = {},
): Promise<FastifyReply> {
  const { title, status: usual, ...page } = ERROR_PAGES[code]
  const data = next === undefined ? page : { ...page, next }
  return await renderPage(reply, 'problem', { ...frame, title }, data, status ?? usual)
}
