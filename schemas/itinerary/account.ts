/** The loyalty account as the API shows it (contract.md 3), and the request that registers one. */
import { values } from '../data/enumerations.js'
import type { ValueOf } from '../data/enumerations.js'
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'

export const ACCOUNT_STATUSES = values('account-status')
/**
 * What shows that the number is the member's (contract.md 8.3), the weakest first: nothing, a booking of the number
 * that the member knows, or an application that the operator lets vouch for the source.
 */
export const OWNERSHIPS = values('ownership')
export type Ownership = ValueOf<'ownership'>

export interface LineRule {
  /** Only lines that name the member in full. */
  named: boolean
  /** Only lines of the application that registered the number. */
  ownApplication: boolean
  /** With locators, ticket numbers and prices. */
  whole: boolean
}

/**
 * Which lines of a number a member receives (contract.md 8.3). They go to the member with the strongest ownership, and
 * to nobody while several members share the strongest one.
 */
export const LINE_RULES: Readonly<Record<Ownership, LineRule>> = {
  Unconfirmed: { named: true, ownApplication: true, whole: false },
  Confirmed: { named: true, ownApplication: false, whole: true },
  Vouched: { named: false, ownApplication: false, whole: true },
}

/** Accounts of a member that are not removed. */
export const MAX_ACCOUNTS = 50
/** The same with those removed in the last 30 days: a member cannot go through numbers. */
export const MAX_RECENT_ACCOUNTS = 100

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
      description: "How the number is known to be the member's: not at all, by a booking, or by its source.",
    }),
    conflict: Type.Boolean({
      description:
        'Another member has registered this number too: travel data goes only to the member who can show whose it is.',
    }),
    home_page_url: orNull(Text('Web page of the programme.')),
    phone: orNull(Text('Telephone number of the programme.')),
    last_access: orNull(Instant('When travel data was last collected (harvested).')),
    last_harvest_status: Type.Enum(values('harvest-status'), {
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
