/**
 * Error pages: what a page says when a request cannot continue. Nothing from the request is repeated on it.
 */
import type { PageErrorCode } from '../../oauth/authorize/authorize-request.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'

export interface ErrorPage {
  /** Title of the browser window. */
  title: string
  status: number
  heading: string
  text: string
  hint: string | null
}

export type ErrorPageCode =
  | PageErrorCode
  | 'invalid_form'
  | 'not_found'
  | 'link_used'
  | 'address_taken'
  | 'new_address_taken'
  | 'role_missing'
  | 'invitation_gone'
  | 'offer_gone'
  | 'share_gone'
  | 'too_large'
  | 'throttled'
  | 'server_error'
  | 'unavailable'

const CLOSE = 'You can close this page. Nothing was shared.'
const BROKEN_LINK = { title: 'This link does not work', status: 400, heading: 'This link does not work' }

export const ERROR_PAGES: Readonly<Record<ErrorPageCode, ErrorPage>> = {
  client_missing: {
    ...BROKEN_LINK,
    text: 'It does not say which application it comes from.',
    hint: CLOSE,
  },
  client_repeated: {
    ...BROKEN_LINK,
    text: 'It names more than one application.',
    hint: CLOSE,
  },
  client_unknown: {
    ...BROKEN_LINK,
    heading: 'We do not know this application',
    text: 'It is not registered here, or it has been disabled.',
    hint: CLOSE,
  },
  redirect_missing: {
    ...BROKEN_LINK,
    text: 'It does not say where to return to, so we stopped here.',
    hint: CLOSE,
  },
  redirect_repeated: {
    ...BROKEN_LINK,
    text: 'It names more than one address to return to, so we stopped here.',
    hint: CLOSE,
  },
  redirect_mismatch: {
    ...BROKEN_LINK,
    text: 'The address to return to is not the one that the application registered, so we stopped here.',
    hint: 'If you build this application: the redirect URL must match character for character.',
  },
  invalid_form: {
    title: 'This form is not valid',
    status: 403,
    heading: 'This form is no longer valid',
    text: 'It was not sent from a page we showed you, or you have signed in or out since.',
    hint: 'Go back, reload the page, and try again.',
  },
  not_found: {
    title: 'Page not found',
    status: 404,
    heading: 'There is nothing here',
    text: 'The page does not exist, or it is not yours.',
    hint: null,
  },
  link_used: {
    ...BROKEN_LINK,
    heading: 'This link has been used or has expired',
    text: 'Links in our mails work once and for a short time.',
    hint: null,
  },
  offer_gone: {
    title: 'This offer is not open',
    status: 400,
    heading: 'This offer is not open',
    text:
      'It was accepted, it has expired, or it was made to a different account ' +
      'from the one you are signed in to.',
    hint: 'Sign in with the account that the mail went to, or ask for a new offer.',
  },
  share_gone: {
    title: 'This trip is not shared',
    status: 404,
    heading: 'This trip is not shared here',
    text: 'The link was revoked, it has expired, or part of it is missing.',
    hint: 'Ask the person who sent it to you for a new one.',
  },
  role_missing: {
    title: 'Not allowed',
    status: 403,
    heading: 'Your role does not allow this',
    text: 'You are in the team of this application, but not in a role that may do this.',
    hint: 'Ask an owner of the application to change your role.',
  },
  invitation_gone: {
    title: 'This invitation is not open',
    status: 400,
    heading: 'This invitation is not open',
    text:
      'It was answered or withdrawn, it has expired, or it was sent to a different address ' +
      'from the one you are signed in with.',
    hint: 'Sign in with the address that the mail went to, or ask for a new invitation.',
  },
  address_taken: {
    title: 'Nothing was changed',
    status: 409,
    heading: 'This address already has an account',
    text: 'It was created through another link, so this one changed nothing: the account keeps its password.',
    hint:
      'Sign in with that password. If you do not know it, or somebody else may have chosen it, ' +
      'choose "Forgot password" there.',
  },
  new_address_taken: {
    title: 'Nothing was changed',
    status: 409,
    heading: 'This address has another account now',
    text: 'It was taken since you asked for the change, so this link changed nothing: your account keeps its address.',
    hint: 'Ask for a change to another address, or sign in to the account that has this one.',
  },
  too_large: {
    title: 'That is too large',
    status: 413,
    heading: 'That is too large',
    text: 'A form may have 64 KiB, or 10 MiB with files. Nothing was saved.',
    hint: 'Send fewer or smaller files.',
  },
  throttled: {
    title: 'Too many attempts',
    status: 429,
    heading: 'Too many attempts',
    text: 'Please wait a little and try again.',
    hint: 'Nothing is locked: the wait ends by itself.',
  },
  server_error: {
    title: 'Something went wrong',
    status: 500,
    heading: 'Something went wrong',
    text: 'The fault is ours, not yours. Please try again in a moment.',
    hint: null,
  },
  unavailable: {
    title: 'Temporarily unavailable',
    status: 503,
    heading: 'We cannot answer right now',
    text: 'Please try again in a moment.',
    hint: null,
  },
}

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
