/** What the pages need besides api/oauth/ports.ts. db and ops provide it. */
import type {
  DeveloperAccount,
  DeveloperAccountRows,
  MemberAccount,
  MemberAccountRows,
  AddressChange,
} from '../../schemas/oauth/account.js'
import type { WaitingLines } from '../../schemas/itinerary/account.js'
import type { ConnectedApp } from '../../schemas/oauth/connected-app.js'
import type { AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import type { CallbackSettingsChange } from '../../schemas/webhooks/callback.js'

export interface MemberAccountStore extends MemberAccountRows {
  /** Creates the member and its sign-in; null if the address is taken. */
  create: (member: Omit<MemberAccount, 'id'>) => Promise<string | null>
  /** Gives the account and the member's record another address, and uses the link with that hash up. */
  changeEmail: (id: string, email: string, linkHash: Buffer) => Promise<AddressChange>
  /** Closes the account and has everything about the member erased; returns the number of the receipt. */
  erase: (id: string, requestedBy: string) => Promise<string>
}

export interface DeveloperAccountStore extends DeveloperAccountRows {
  /** Null if the address is taken. */
  create: (developer: Omit<DeveloperAccount, 'id' | 'sealedTotp'>) => Promise<string | null>
  /** Gives the account another address, and uses the link with that hash up. */
  changeEmail: (id: string, email: string, linkHash: Buffer) => Promise<AddressChange>
}

/** What became of a change of a loyalty account; `pending`: accepted, but not applied yet. */
export type LoyaltyChange = 'done' | 'pending' | 'not_found'

export interface LoyaltyStore {
  /** Data without a name that waits for numbers of the member. */
  waiting: (memberId: string) => Promise<WaitingLines[]>
  /** The member says that the number of the account is theirs. */
  confirm: (memberId: string, accountId: string) => Promise<LoyaltyChange>
  remove: (memberId: string, accountId: string) => Promise<LoyaltyChange>
}

export interface ConnectionStore {
  list: (memberId: string) => Promise<ConnectedApp[]>
  /** Revokes what the member granted the application; false if there was nothing. */
  disconnect: (memberId: string, clientId: string) => Promise<boolean>
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The member whose account it is about, if `to` is not its address: erasing finds mails in files by it. */
  member?: string
}

/** Sends or queues a mail. The mailer logs and retries failures itself. */
export interface Mailer {
  send: (mail: Mail) => void
  /** Deletes what was written to files for the address; a mail server keeps its own. */
  forget: (address: string) => Promise<void>
}

export interface Passwords {
  hash: (password: string) => Promise<string>
  /**
   * Compares a password with a stored hash. With a null hash it takes as long and never matches.
   * `outdated`: the hash was made with weaker parameters than today's.
   */
  verify: (hash: string | null, password: string) => Promise<{ matches: boolean; outdated: boolean }>
  /** True for one of the commonest passwords. */
  isCommon: (password: string) => boolean
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

/** What is stored of a client secret, whose value is shown once. */
export interface StoredSecret {
  hash: Buffer
  last4: string
}

/** Applications as their developers manage them. */
export interface DeveloperAppStore {
  /** By name; `lastUsed` is when any of its secrets was last used. */
  list: (developerId: string) => Promise<Array<OauthApp & { lastUsed: Date | null }>>
  secrets: (clientId: string) => Promise<AppSecret[]>
  /** Number of members who connected it, and of those who do not allow it everything. */
  countConnections: (clientId: string) => Promise<{ members: number; limited: number }>
  /** False if the developer's account has been closed. */
  create: (app: {
    clientId: string
    developerId: string
    name: string
    environment: 'development' | 'production'
    redirectUri: string | null
    secret: StoredSecret
  }) => Promise<boolean>
  change: (clientId: string, change: AppChange) => Promise<void>
  /**
   * Adds a secret; the older ones expire after the overlap. With `newest` (an id, or `none`), false and
   * without effect unless that is the newest live secret.
   */
  rotate: (
    clientId: string,
    secret: StoredSecret,
    options: { overlapSeconds: number; endTokens: boolean; newest?: string | null },
  ) => Promise<boolean>
  revokeSecret: (clientId: string, secretId: string) => Promise<boolean>
  /** Revokes every token of the application. */
  revokeTokens: (clientId: string) => Promise<void>
  /** Enables or disables it as its developer; false if an operator disabled it and it is to be enabled. */
  setEnabled: (clientId: string, enabled: boolean) => Promise<boolean>
  delete: (clientId: string) => Promise<void>
  /**
   * Moves it to another developer and ends its secrets, tokens, webhooks and calendar addresses; false if
   * `from` does not own it or `to` has closed the account.
   */
  transfer: (clientId: string, from: string, to: string) => Promise<boolean>
}

export interface AppWebhook {
  id: string
  url: string
  description: string | null
  status: string
  failures: number
  lastDelivery: Date | null
  lastStatus: number | null
  /** When the previous signing secret stops being used next to the current one; null if there is none. */
  oldUntil: Date | null
}

/** Settings of a webhook that its page changes; no headers: they stay as they are. */
export type WebhookChange = Omit<CallbackSettingsChange, 'headers'> & { headers?: Record<string, string> }

/** The webhooks of an application, as its page manages them. */
export interface AppWebhookStore {
  /** What a webhook URL has to be on this service, in a sentence. */
  urlHint: string
  list: (clientId: string) => Promise<AppWebhook[]>
  /** Registers a webhook and returns its signing secret, to be shown once; or why the URL is refused. */
  register: (clientId: string, url: string) => Promise<{ secret: string } | { refused: string }>
  /** Changes the given settings; why the URL is refused, or null. A webhook that is gone stays gone. */
  change: (clientId: string, id: string, change: WebhookChange) => Promise<{ refused: string } | null>
  remove: (clientId: string, id: string) => Promise<boolean>
  /**
   * Makes a new signing secret; the old one stays valid for a day. If there is still one before it, that
   * one has to end at once: without `endOld` nothing happens and `oldUntil` says how long it lasts. Null if
   * there is no such webhook.
   */
  rotate: (
    clientId: string,
    id: string,
    endOld: boolean,
  ) => Promise<{ secret: string } | { oldUntil: Date } | null>
}
