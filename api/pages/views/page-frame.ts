import type { TeamRole } from '../../../schemas/oauth/team.js'

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
  /** What was read of the posted form, by field: its fields show it again. */
  form: Readonly<Record<string, unknown>>
  errors: readonly FieldError[]
  /** A sentence that confirms what was done, or null. */
  notice: string | null
}
