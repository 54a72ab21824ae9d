/** The mails that the service sends, in plain text. */
import type { Mail } from '../ports.js'

const SIGNED = '\n\nTripfold'

export function confirmAddressMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Welcome to Tripfold.\n\nOpen this link to confirm your address and finish signing up. It works once, within a day:\n\n${link}\n\nIf you did not ask for it, do nothing: no account is made.${SIGNED}`,
  }
}

export function accountExistsMail(to: string, signIn: string): Mail {
  return {
    to,
    subject: 'You already have an account',
    text: `Somebody, probably you, tried to sign up with this address, which already has an account.\n\nSign in, or choose "Forgot password" there:\n\n${signIn}\n\nIf it was not you, nothing has happened.${SIGNED}`,
  }
}

export function resetPasswordMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: `Open this link to choose a new password. It works once, within an hour:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.${SIGNED}`,
  }
}

export function passwordChangedMail(to: string, how: 'changed' | 'reset', effect = ''): Mail {
  return {
    to,
    subject: 'Your password was changed',
    text: `The password of your account was just ${how === 'reset' ? 'set anew through a link we mailed' : 'changed'}.${effect === '' ? '' : ` ${effect}`}\n\nIf it was not you, choose "Forgot password" on the sign-in page at once.${SIGNED}`,
  }
}

/** `effect`: a sentence on what has ended with the account; it is not the same for members and developers. */
export function closedMail(to: string, effect: string): Mail {
  return {
    to,
    subject: 'Your account is closed',
    text: `Your account has been closed as you asked. ${effect}${SIGNED}`,
  }
}

export function transferOfferMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'An application is offered to you',
    text: `Another developer wants to hand an application over to you.\n\nOpen this link to see which, and accept it. You have to be signed in to your developer account. It works once, within a day:\n\n${link}\n\nIf you did not expect it, do nothing: you get no application that you did not accept.${SIGNED}`,
  }
}

export function transferAcceptedMail(to: string, app: string): Mail {
  return {
    to,
    subject: 'Your application was handed over',
    text: `The developer to whom you offered the application ${app} has accepted it. It is not in your account any more, and all its secrets have ended.${SIGNED}`,
  }
}

export function reportMail(to: string, app: string, clientId: string, memberId: string, words: string): Mail {
  return {
    to,
    subject: `Report about ${app}`,
    text: `Member ${memberId} reports the application ${app} (${clientId}):\n\n${words}`,
  }
}
