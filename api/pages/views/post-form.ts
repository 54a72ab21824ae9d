import { includesRole } from '../../../schemas/oauth/team.js'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import { html } from './html.js'
import type { Html } from './html.js'
import type { PageFrame } from './page-frame.js'

export interface PostForm {
  action: string
  /** Fields that the form carries unseen. */
  hidden?: Readonly<Record<string, string>>
  /** The role that its action needs, on a page of an application; by default developer. */
  needs?: TeamRole
  class?: string
  /** The server checks and words what is wrong, and not the browser. */
  novalidate?: boolean
  /** Whether the form has files. */
  hasFiles?: boolean
}

/** A form with its CSRF token. Who has no role that may send it does not see it. */
export function postForm(
  { formToken, role }: PageFrame,
  {
    action,
    hidden = {},
    needs = 'developer',
    class: className,
    novalidate = false,
    hasFiles = false,
  }: PostForm,
  content: Html,
): Html {
  if (role !== null && !includesRole(role, needs)) return html``
  return html`<form method="post" action="${action}"${className !== undefined && html` class="${className}"`}${novalidate && html` novalidate`}${hasFiles && html` enctype="multipart/form-data" data-drop`}>
${hiddenFields({ form_token: formToken, ...hidden })}
${content}
</form>`
}

export function hiddenFields(values: Readonly<Record<string, string>>): Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
}
