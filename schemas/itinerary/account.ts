/** The loyalty account as the API shows it (contract.md 3), and the request that registers one. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'
import type { Id } from '../base/ids.js'

export const ACCOUNT_STATUSES = ['Active', 'Paused', 'NeedsAttention', 'Removed'] as const
/**
 * Who says that the number is the member's (contract.md 8.3): nobody, the member on the page of accounts, or an
 * application that the operator lets vouch for the source.
 */
export const OWNERSHIPS = ['Unconfirmed', 'Confirmed', 'Vouched'] as const
export type Ownership = (typeof OWNERSHIPS)[number]

export const ACCOUNT_STATUS_MEANINGS: Readonly<Record<(typeof ACCOUNT_STATUSES)[number], string>> = {
  Active: 'Travel data for the number is delivered.',
  Paused: 'Travel data is not collected at present.',
  NeedsAttention: 'The member has to do something before travel data is delivered.',
  Removed: 'The member or an application removed it.',
}

export const OWNERSHIP_MEANINGS: Readonly<Record<Ownership, string>> = {
  Unconfirmed:
    "Nobody has said that the number is the member's: only data that names the member is delivered.",
  Confirmed: 'The member confirmed it, signed in on the page of loyalty accounts.',
  Vouched: 'An application that may vouch for the source registered it.',
}

/** Result of the last harvest. */
export const HARVEST_MEANINGS = {
  Success: 'It brought travel data.',
  'No Travel Data': 'It brought nothing.',
  Never: 'There was none yet.',
} as const

/** Accounts of a member that are not removed. */
export const MAX_ACCOUNTS = 50
/** The same with those removed in the last 30 days: a member cannot go through numbers. */
export const MAX_RECENT_ACCOUNTS = 100

/** Feed lines without the name of a traveller that wait for a number: never what they contain. */
export interface WaitingLines {
  account: Id
  /** Held messages; consecutive lines may share one. */
  messages: number
  /** When the latest was received. */
  latest: Date
}

export const Account = Type.Object(
  {
    id: Identifier('Id of the account.'),
    member_id: Identifier('Id of the member.'),
    status: Type.Enum(ACCOUNT_STATUSES, { description: 'State of the account.' }),
    source: Text('Id of its source.'),
    name: Text('Name of the source.'),
    program_name: orNull(Text('Name of the loyalty programme.')),
    classification: orNull(Text('Class of the source.')),
    account_id: Text('The loyalty number.'),
    ownership: Type.Enum(OWNERSHIPS, {
      description:
        "Who says that the number is the member's: nobody, the member, or the source. Travel data without " +
        'the name of a traveller is delivered only if it is Confirmed or Vouched.',
    }),
    conflict: Type.Boolean({
      description:
        'Another member has registered this number too: what names no traveller waits until it is known whose it is.',
    }),
    home_page_url: orNull(Text('Page of the programme.')),
    phone: orNull(Text('Telephone of the programme.')),
    last_access: orNull(Instant('Last time the account was harvested.')),
    last_harvest_status: Type.Enum(Object.keys(HARVEST_MEANINGS) as Array<keyof typeof HARVEST_MEANINGS>, {
      description: 'Result of the last harvest.',
    }),
    loyalty_status: orNull(Text('Status in the programme.')),
    loyalty_level: orNull(Text('Level in the programme.')),
    loyalty_points: Type.Union([Type.String(), Type.Number(), Type.Null()], {
      description: 'Points in the programme.',
    }),
    created: Instant('When it was registered.'),
    updated: Instant('When something visible changed.'),
  },
  { description: 'A loyalty account of the member.' },
)

export const NewAccount = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Id of a source of GET /v2/sources.',
      examples: ['airline_dl'],
    }),
    account_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The loyalty number.',
      examples: ['2039481123'],
    }),
    program_name: Type.Optional(
      orNull(Type.String({ maxLength: 200, description: 'Name of the loyalty programme.' })),
    ),
    loyalty_status: Type.Optional(
      orNull(Type.String({ maxLength: 100, description: 'Status in the programme.' })),
    ),
    loyalty_level: Type.Optional(
      orNull(Type.String({ maxLength: 100, description: 'Level in the programme.' })),
    ),
  },
  { description: 'A loyalty account to register.', additionalProperties: false },
)
export type NewAccount = Static<typeof NewAccount>
