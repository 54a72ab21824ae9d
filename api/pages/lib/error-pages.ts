/** What a page says when a request cannot go on. Nothing of the request is repeated on it. */
import type { PageErrorCode } from '../../oauth/authorize/authorize-request.js'

interface ProblemText {
  heading: string
  text: string
  hint: string | null
}

const BACK = 'You can close this page. Nothing was shared.'

const TEXTS: Record<
  | PageErrorCode
  | 'foreign_form'
  | 'not_found'
  | 'link_used'
  | 'address_taken'
  | 'offer_gone'
  | 'throttled'
  | 'server_error'
  | 'unavailable',
  ProblemText
> = {
  client_missing: {
    heading: 'This link does not work',
    text: 'It does not say which application it comes from.',
    hint: BACK,
  },
  client_repeated: {
    heading: 'This link does not work',
    text: 'It names more than one application.',
    hint: BACK,
  },
  client_unknown: {
    heading: 'We do not know this application',
    text: 'It is not registered here, or it has been switched off.',
    hint: BACK,
  },
  redirect_missing: {
    heading: 'This link does not work',
    text: 'It does not say where to return to, so we stopped here.',
    hint: BACK,
  },
  redirect_repeated: {
    heading: 'This link does not work',
    text: 'It names more than one address to return to, so we stopped here.',
    hint: BACK,
  },
  redirect_mismatch: {
    heading: 'This link does not work',
    text: 'The address to return to is not the one that the application registered, so we stopped here.',
    hint: 'If you build this application: the redirect URL has to match character for character.',
  },
  foreign_form: {
    heading: 'This form is not valid any more',
    text: 'It was not sent from a page we showed you, or you have signed in or out since.',
    hint: 'Go back, load the page again, and try once more.',
  },
  not_found: {
    heading: 'There is nothing here',
    text: 'The page does not exist, or it is not yours.',
    hint: null,
  },
  link_used: {
    heading: 'This link has been used or has expired',
    text: 'Links in our mails work once and for a short time.',
    hint: null,
  },
  offer_gone: {
    heading: 'This offer is not open',
    text: 'It was accepted, it has expired, or it was made to another account than the one you are signed in to.',
    hint: 'Sign in with the account that the mail went to, or ask for a new offer.',
  },
  address_taken: {
    heading: 'This address already has an account',
    text: 'It was made through another link, so this one changed nothing: the account keeps the password it has.',
    hint: 'Sign in with that password. If you do not know it, or somebody else may have chosen it, choose "Forgot password" there.',
  },
  throttled: {
    heading: 'Too many attempts',
    text: 'Please wait a little and try again.',
    hint: 'Nothing is locked: the wait ends by itself.',
  },
  server_error: {
    heading: 'Something went wrong',
    text: 'It is our fault, not yours. Please try again in a moment.',
    hint: null,
  },
  unavailable: { heading: 'We cannot answer just now', text: 'Please try again in a moment.', hint: null },
}

/** The text of a problem page. */
export function errorPageText(problem: keyof typeof TEXTS): ProblemText {
  return TEXTS[problem]
}
