/** The mails that the service sends, in plain text. */
import { formatDateTime } from './lib/format-date.js'
import type { Mail } from './ports.js'

/** A mail of these paragraphs, signed. */
export function mail(to: string, subject: string, ...paragraphs: string[]): Mail {
  return { to, subject, text: [...paragraphs, 'Tripfold'].join('\n\n') }
}

export function confirmAddressMail(to: string, link: string): Mail {
  return mail(
    to,
    'Confirm your email address',
    'Welcome to Tripfold.',
    'Open this link to confirm your address and finish signing up. It works once, within a day:',
    link,
    'If you did not ask for it, ignore this email: no account is created.',
  )
}

export function accountExistsMail(to: string, signInUrl: string): Mail {
  return mail(
    to,
    'You already have an account',
    'Somebody, probably you, tried to sign up with this address, which already has an account.',
    'Sign in, or choose "Forgot password" there:',
    signInUrl,
    'If it was not you, ignore this email: nothing has changed.',
  )
}

export function resetPasswordMail(to: string, link: string): Mail {
  return mail(
    to,
    'Choose a new password',
    'Open this link to choose a new password. It works once, within an hour:',
    link,
    'If you did not ask for it, ignore this email: your password stays as it is.',
  )
}

/** `effect` is a sentence on what else has ended; empty if nothing has. */
export function passwordChangedMail(to: string, how: 'changed' | 'reset', effect = ''): Mail {
  const change = how === 'reset' ? 'reset through a link that we emailed' : 'changed'
  return mail(
    to,
    'Your password was changed',
    `The password of your account was just ${change}.${effect === '' ? '' : ` ${effect}`}`,
    'If it was not you, choose "Forgot password" on the sign-in page at once.',
  )
}

/** `member`: whose account it is, if it is that of a member. */
export function newAddressMail(to: string, link: string, member: { member?: string }): Mail {
  return {
    ...mail(
      to,
      'Confirm your new email address',
      'Open this link to make this the address of your Tripfold account. It works once, within an hour:',
      link,
      "If you did not ask for it, ignore this email: without the account's password, the link changes nothing.",
    ),
    ...member,
  }
}

export function newAddressTakenMail(to: string, signInUrl: string): Mail {
  return mail(
    to,
    'This address already has an account',
    'Somebody, probably you, tried to use this address for another account, but it already has one.',
    'Sign in to it, or choose "Forgot password" there:',
    signInUrl,
    'If it was not you, ignore this email: nothing has changed.',
  )
}

export function addressAskedMail(to: string): Mail {
  return mail(
    to,
    'Somebody asked to change your email address',
    'Somebody who is signed in to your account, probably you, asked to change its address. We sent a link to the new ' +
      'address; nothing changes until it is confirmed there.',
    'If it was not you, sign in, change your password and sign out everywhere else: the link then stops working.',
  )
}

/** To the old address. `operator` is where to write to. */
export function addressChangedMail(to: string, operator: string, member: { member?: string }): Mail {
  return {
    ...mail(
      to,
      'Your email address was changed',
      'Your account now has another email address: sign in with that one. This is the last email about the ' +
        'account to this address. All other sessions have ended.',
      `If it was not you, write to ${operator} at once: we can restore the old address.`,
    ),
    ...member,
  }
}

/** `effect` is a sentence on what has ended with the account. */
export function accountClosedMail(to: string, effect: string): Mail {
  return mail(to, 'Your account is closed', `Your account has been closed as you asked. ${effect}`)
}

/** @param by who offers it  @param from from when it can be accepted; null: at once */
export function transferOfferMail(
  to: string,
  link: string,
  { by, from }: { by: Person; from: Date | null },
): Mail {
  const when = from === null ? 'within a day' : `within a day from ${formatDateTime(from)}`
  return mail(
    to,
    'An application is offered to you',
    `${personText(by)} wants to transfer an application to you.`,
    'Open this link to see which one, and to accept it. ' +
      `You must be signed in to your developer account. It works once, ${when}:`,
    link,
    'If you did not expect it, ignore this email: you receive no application unless you accept it.',
  )
}

/** To the account that the application belongs to, if another owner offers it. `receiver` is the address that was typed. */
export function transferNoticeMail(
  to: string,
  { app, by, receiver, from, team }: { app: string; by: Person; receiver: string; from: Date; team: string },
): Mail {
  return mail(
    to,
    'Somebody wants to transfer your application',
    `${personText(by)}, an owner in the team of your application${named(app)}, has offered it to ${receiver}. ` +
      `It becomes theirs if they accept it, which they can do from ${formatDateTime(from)}.`,
    'If you agree, do nothing. If not, remove this owner from the team, or change their role, before that time:',
    team,
  )
}

/** @param receiver who accepted it  @param by who had offered it */
export function transferAcceptedMail(
  to: string,
  { app, by, receiver }: { app: string; by: Person; receiver: Person },
): Mail {
  return mail(
    to,
    'Your application was transferred',
    `${personText(receiver)} has accepted your application${named(app)}, which ${personText(by)} had offered. ` +
      'It is no longer in your account, and its secrets, tokens, webhooks and calendar addresses have ended.',
  )
}

/** A developer, whose address was confirmed. */
export interface Person {
  name: string
  email: string
}

const personText = ({ name, email }: Person): string => (hasAddress(name) ? email : `${name} (${email})`)
const named = (app: string): string => (hasAddress(app) ? '' : ` ${app}`)

/** Who invites to which application. */
export interface InvitationNames {
  by: Person & { organisation: string }
  app: string
  role: string
}

/**
 * Mail programs make links of what looks like an address, and anybody can choose a name: one with an address in it
 * stays out of the mail, and the page that the link opens shows it.
 */
export function teamInvitationMail(to: string, link: string, { by, app, role }: InvitationNames): Mail {
  const person = personText(by)
  const inviter = hasAddress(by.organisation) ? person : `${person} of ${by.organisation}`
  const application = hasAddress(app) ? 'an application' : `the application ${app}`
  return mail(
    to,
    hasAddress(app)
      ? 'You are invited to the team of an application'
      : `You are invited to the team of ${app}`,
    `${inviter} invites you to the team of ${application}, as ${role}.`,
    'Open this link to join. You must be signed in to a developer account with this ' +
      'address; if you have none, sign up first. The invitation is open for 7 days:',
    link,
    'If you did not expect it, ignore this email: you join no team unless you accept.',
  )
}

function hasAddress(name: string): boolean {
  return /:\/\/|@|[\p{L}\p{N}]\.\p{L}{2}/u.test(name)
}

export function teamJoinedMail(to: string, { app, who, role }: Record<'app' | 'who' | 'role', string>): Mail {
  return mail(
    to,
    'Somebody joined the team of your application',
    `${who} has joined the team of the application ${app}, as ${role}.`,
    'You can change their role or remove them on the Team page of the application.',
  )
}

/** `role` is the new one; null for a member who was removed. @param by the owner who did it */
export function teamChangedMail(
  to: string,
  { app, by, role }: { app: string; by: Person; role: string | null },
): Mail {
  return mail(
    to,
    role === null ? 'You were removed from a team' : 'Your role in a team was changed',
    role === null
      ? `${personText(by)} has removed you from the team of the application${named(app)}.`
      : `${personText(by)} has changed your role in the team of the application${named(app)}: you are now ${role}.`,
  )
}

export function reportMail(report: {
  to: string
  app: string
  clientId: string
  memberId: string
  words: string
}): Mail {
  const { to, app, clientId, memberId, words } = report
  return {
    to,
    subject: `Report about ${app}`,
    text: `Member ${memberId} reports the application ${app} (${clientId}):\n\n${words}`,
    member: memberId,
  }
}
