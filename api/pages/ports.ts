/** What the pages need from outside beside api/oauth/ports.ts; db/oauth-*.ts and ops provide it. */
import type { AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'

export type AccountKind = 'member' | 'developer'

export interface Session {
  kind: AccountKind
  accountId: string
  hash: Buffer
  /** Whether a second factor was given; members have none. */
  secondFactor: boolean
  /** Whether password or second factor was given within the last five minutes. */
  provenLately: boolean
}

export interface SessionLine {
  id: string
  created: Date
  lastSeen: Date
  address: string
  agent: string
  current: boolean
}

export interface SessionStore {
  open: (session: {
    kind: AccountKind
    accountId: string
    hash: Buffer
    secondFactor: boolean
    address: string
    agent: string
  }) => Promise<void>
  /** The live session (idle under 30 minutes, at most 12 hours old by the database's clock), noting that it was seen. */
  find: (kind: AccountKind, hash: Buffer) => Promise<Session | null>
  proved: (hash: Buffer) => Promise<void>
  close: (hash: Buffer) => Promise<void>
  list: (kind: AccountKind, accountId: string, current: Buffer) => Promise<SessionLine[]>
  closeOne: (kind: AccountKind, accountId: string, id: string) => Promise<boolean>
  closeAll: (kind: AccountKind, accountId: string, except: Buffer | null) => Promise<number>
}

export interface MemberAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string
}

export interface MemberAccountStore {
  byEmail: (email: string) => Promise<MemberAccount | null>
  byId: (id: string) => Promise<MemberAccount | null>
  /** Makes the member and its sign-in; null when the address is taken. */
  create: (member: {
    email: string
    firstName: string
    lastName: string
    passwordHash: string
  }) => Promise<string | null>
  /** Sets a password: reset links mailed before end with the old one. */
  setPassword: (id: string, passwordHash: string) => Promise<void>
  /** Puts another hash of the same password in the place of `old`, unless the password was changed meanwhile. */
  renewHash: (id: string, old: string, passwordHash: string) => Promise<void>
  /** Ends every authorization of the member; client ids concerned. */
  endGrants: (id: string, reason: string) => Promise<string[]>
  /** Closes the account: no sign-in, no session, no authorization is left. */
  close: (id: string) => Promise<void>
}

export interface DeveloperAccount {
  id: string
  email: string
  name: string
  organisation: string
  passwordHash: string
  /** Sealed second factor; null until it is set. */
  sealedTotp: Buffer | null
}

export interface DeveloperAccountStore {
  byEmail: (email: string) => Promise<DeveloperAccount | null>
  byId: (id: string) => Promise<DeveloperAccount | null>
  create: (developer: {
    email: string
    name: string
    organisation: string
    passwordHash: string
  }) => Promise<string | null>
  /** Sets a password: reset links mailed before end with the old one. */
  setPassword: (id: string, passwordHash: string) => Promise<void>
  /** Puts another hash of the same password in the place of `old`, unless the password was changed meanwhile. */
  renewHash: (id: string, old: string, passwordHash: string) => Promise<void>
  /** Sets the second factor; false, and nothing is set, when there is one already. */
  setTotp: (id: string, sealed: Buffer, step: number) => Promise<boolean>
  /** Takes a time step as used; false when it or a later one was used before. */
  takeTotpStep: (id: string, step: number) => Promise<boolean>
  /** Closes the account; false, and nothing happens, while it has applications that are not deleted. */
  close: (id: string) => Promise<boolean>
}

export type LinkPurpose =
  'member_sign_up' | 'member_reset' | 'developer_sign_up' | 'developer_reset' | 'app_transfer'

/** Links sent by mail: single use, one hour (a day for sign-up and for applications on offer), kept as a hash. */
export interface LinkStore {
  /** `about`: for a reset the id of the account; null when there is none, and for other links. */
  make: (link: {
    purpose: LinkPurpose
    about: string | null
    hash: Buffer
    payload: Record<string, string>
    minutes: number
  }) => Promise<void>
  /** Whether it could still be used. */
  look: (purpose: LinkPurpose, hash: Buffer) => Promise<Record<string, string> | null>
  /** Uses it; null when it was used, lapsed or never there. */
  take: (purpose: LinkPurpose, hash: Buffer) => Promise<Record<string, string> | null>
}

export interface ConnectedApp {
  app: OauthApp
  connected: Date
  lastUsed: Date | null
}

export interface ConnectionStore {
  list: (memberId: string) => Promise<ConnectedApp[]>
  /** Ends what the application was granted by the member; false when there was nothing. */
  disconnect: (memberId: string, clientId: string) => Promise<boolean>
}

export interface Mail {
  to: string
  subject: string
  text: string
}
/** Sends or queues a mail; failures are the mailer's to log and retry. */
export interface Mailer {
  send: (mail: Mail) => void
}

export interface Passwords {
  hash: (password: string) => Promise<string>
  /** Whether it is the password; with a null hash it takes as long and says no. */
  check: (hash: string | null, password: string) => Promise<{ right: boolean; outdated: boolean }>
  /** Whether it is one of the commonest. */
  common: (password: string) => boolean
}

export interface AuditRow {
  at: Date
  event: string
  clientId: string | null
  address: string | null
  detail: Record<string, string | number | boolean | null> | null
  appName: string | null
}

/** What pages show of the audit log. */
export interface AuditReader {
  ofMember: (memberId: string, limit: number) => Promise<AuditRow[]>
  ofDeveloper: (developerId: string, limit: number) => Promise<AuditRow[]>
  /** The newest refusals of an application's requests, with the reason. */
  refusals: (clientId: string, limit: number) => Promise<AuditRow[]>
  /** How often an application got tokens of members, and how often it was refused, in the last 24 hours. */
  lastDay: (clientId: string) => Promise<{ granted: number; refused: number }>
}

export interface AppChange {
  name?: string
  description?: string
  redirectUri?: string | null
  homeUrl?: string | null
  privacyUrl?: string | null
  supportUrl?: string | null
  pkceRequired?: boolean
  familyDays?: number | null
}

/** What developers do with their applications. */
export interface DeveloperAppStore {
  /** By name; `lastUsed`: when one of the secrets was last used. */
  list: (developerId: string) => Promise<Array<OauthApp & { lastUsed: Date | null }>>
  secrets: (clientId: string) => Promise<AppSecret[]>
  connected: (clientId: string) => Promise<number>
  /** False when the developer's account has been closed. */
  create: (app: {
    clientId: string
    developerId: string
    name: string
    environment: 'development' | 'production'
    redirectUri: string | null
    secret: { hash: Buffer; last4: string }
  }) => Promise<boolean>
  change: (clientId: string, change: AppChange) => Promise<void>
  /** False, and nothing happens, when `newest` is given and is not the id of the newest live secret (`none`: there is none). */
  rotate: (
    clientId: string,
    secret: { hash: Buffer; last4: string },
    options: { overlapSeconds: number; endTokens: boolean; newest?: string | null },
  ) => Promise<boolean>
  revokeSecret: (clientId: string, secretId: string) => Promise<boolean>
  endTokens: (clientId: string) => Promise<void>
  /** As the developer; false when it is to be on and an operator switched it off. */
  switch: (clientId: string, on: boolean) => Promise<boolean>
  delete: (clientId: string) => Promise<void>
  /** Gives it to another developer and ends its secrets; false when it is not of `from` any more, or `to` has closed the account. */
  transfer: (clientId: string, from: string, to: string) => Promise<boolean>
}

/** `oldUntil`: when the signing secret before ends that still signs along. */
export interface AppWebhook {
  id: string
  url: string
  status: string
  failures: number
  oldUntil: Date | null
}

/** The application's webhook endpoints, as the console's one field needs them. */
export interface AppWebhookStore {
  list: (clientId: string) => Promise<AppWebhook[]>
  /** Registers an endpoint and answers its signing secret, to be shown once; or says why the URL is not taken. */
  register: (clientId: string, url: string) => Promise<{ secret: string } | { refused: string }>
  remove: (clientId: string, id: string) => Promise<boolean>
  /** A new signing secret; the old one signs along for a day, and one before it ends at once: not without `endOld`. Null when there is no such endpoint. */
  rotate: (
    clientId: string,
    id: string,
    endOld: boolean,
  ) => Promise<{ secret: string } | { oldUntil: Date } | null>
}
