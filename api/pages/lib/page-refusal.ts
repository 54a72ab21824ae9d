import type { ErrorPageCode } from './error-pages.js'

/** Ends a page with the page of an error, in the navigation of the signed-in account. */
export class PageRefusal extends Error {
  readonly code: ErrorPageCode
  constructor(code: ErrorPageCode) {
    super(code)
    this.code = code
  }
}
