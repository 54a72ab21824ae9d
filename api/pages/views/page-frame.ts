import type { TeamRole } from '../../../schemas/oauth/team.js'
import type { Html } from './html.js'

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
  errors: readonly FieldError[]
  /** A sentence that confirms what was done, or null. */
  notice: string | null
}

/** The content of a page. What it shows is the type of its first parameter, and stands nowhere else. */
export type View<D> = (data: D, frame: PageFrame) => Html
