/** What a page answers: a view, the way to another page, a problem, or a file. */
import type { Readable } from 'node:stream'
import type { Html } from '../views/html.js'
import type { FieldError, PageFrame } from '../views/page-frame.js'
import type { ErrorPageCode } from './error-pages.js'

/** Why a form is shown again. With errors the status is 422 unless another is given. */
export interface Refused {
  errors?: readonly FieldError[]
  status?: number
  /** Seconds for Retry-After. */
  retryAfter?: number
}

/** Markup of the page in its frame. */
type View = (frame: PageFrame) => Html

export interface ViewOptions extends Refused {
  title: string
  /** A sentence that confirms what was done. */
  notice?: string | null
  /** Seconds after which the browser asks again. */
  refresh?: number
  /** Whether it creates or uses a passkey, which needs a script. */
  hasPasskeys?: boolean
  /** Path that the navigation marks, if it is not that of the request. */
  path?: string
  /** What is put around the view, the messages among it; by default they stand above. */
  around?: (frame: PageFrame, body: Html) => Html
}

export interface ProblemOptions {
  /** Status in place of the usual one. */
  status?: number
  retryAfter?: number
  /** A link to continue with. */
  next?: { href: string; text: string }
}

/** `gzipped`: compressed with gzip, and sent so to clients that accept it. */
type FileOptions = ({ body: string } | { gzipped: Readable }) & {
  type: string
  /** Saved under this name; absent: shown. */
  name?: string
}

export interface ViewResult {
  is: 'view'
  options: ViewOptions
  view: View
}

export interface ProblemResult {
  is: 'problem'
  code: ErrorPageCode
  options: ProblemOptions
}

export type PageResult =
  ViewResult | { is: 'redirect'; to: string } | ProblemResult | ({ is: 'file' } & FileOptions)

export const view = (options: ViewOptions, shown: View): ViewResult => ({ is: 'view', options, view: shown })

/** Redirects to another address, 303. */
export const redirect = (to: string): PageResult => ({ is: 'redirect', to })

export const problem = (code: ErrorPageCode, options: ProblemOptions = {}): ProblemResult => ({
  is: 'problem',
  code,
  options,
})

/** 429. @param wait in seconds */
export const throttled = (wait: number): PageResult => problem('throttled', { retryAfter: wait })

export const file = (options: FileOptions): PageResult => ({ is: 'file', ...options })
