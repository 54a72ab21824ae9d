/** The loyalty account as the API shows it (contract.md 3), and the request that registers one. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'

export const ACCOUNT_STATUSES = ['Active', 'Paused', 'NeedsAttention', 'Removed'] as const

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
    home_page_url: orNull(Text('Page of the programme.')),
    phone: orNull(Text('Telephone of the programme.')),
    last_access: orNull(Instant('Last time the account was harvested.')),
    last_harvest_status: Type.Enum(['Success', 'No Travel Data', 'Never'], {
      description: 'Result of the last harvest.',
    }),
    loyalty_status: orNull(Text('Status in the programme.')),
    loyalty_level: orNull(Text('Level in the programme.')),
    loyalty_points: orNull(
      Type.Union([Type.String(), Type.Number()], { description: 'Points in the programme.' }),
    ),
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
  { description: 'A loyalty account to register.' },
)
export type NewAccount = Static<typeof NewAccount>
