/** The member record (contract.md 3) and what PUT /v2/me takes. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Decimal, Identifier, Instant, Text, orNull } from '../base/formats.js'

const Home = Type.Object(
  {
    from: orNull(
      Type.String({
        description: 'First day there; null: from the beginning.',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      }),
    ),
    city: orNull(Text('City.')),
    admin_code: Type.Optional(orNull(Text('State or province.'))),
    state: Type.Optional(orNull(Text('The same as admin_code.'))),
    country: orNull(Text('Country.')),
    lat: orNull(Decimal('Latitude.')),
    lon: orNull(Decimal('Longitude.')),
    time_zone_id: orNull(Text('Time zone.')),
    airports: Type.Array(Type.String(), { description: 'IATA codes of the home airports.' }),
  },
  { description: 'A home and since when.' },
)

export const Member = Type.Object(
  {
    id: Identifier('Id of the member.'),
    status: Text('Status.'),
    first_name: orNull(Text('Given name.')),
    last_name: orNull(Text('Family name.')),
    email: orNull(Text('Email address.')),
    gender: orNull(Text("Gender, in the member's words.")),
    home_city: orNull(Text('City of the present home.')),
    home_city_lat: orNull(Decimal('Its latitude.')),
    home_city_lon: orNull(Decimal('Its longitude.')),
    state: orNull(Text('State or province of the present home.')),
    admin_code: orNull(Text('The same as state.')),
    zip: orNull(Text('Postal code of the present home.')),
    country: orNull(Text('Country of the present home.')),
    time_zone_id: orNull(Text('Time zone of the member.')),
    language: Type.Optional(orNull(Text('Language in which cities and trips are named; null: English.'))),
    plausibility_warnings: Type.Optional(
      orNull(Type.Boolean({ description: 'Whether trips warn of impossible journeys; null: yes.' })),
    ),
    home_airports: Type.Array(Type.String(), { description: 'IATA codes of the home airports.' }),
    homes: Type.Array(Home, { description: 'All homes, newest last.' }),
    url: orNull(Text('Web page of the member.')),
    profile_image_url: orNull(Text('Picture of the member.')),
    created: Instant('When the member joined.'),
    updated: Instant('When something visible changed.'),
  },
  { description: 'The member record.' },
)

const short = (description: string) => Type.Optional(orNull(Type.String({ maxLength: 100, description })))

/** Omitted fields stay as they are. */
export const MemberChange = Type.Object(
  {
    first_name: short('Given name.'),
    last_name: short('Family name.'),
    gender: short("Gender, in the member's words."),
    home_city: short(
      'City of the home. Another city sets its own state, country, coordinates and time zone, and no ' +
        'airports, unless these are sent too. Null: the home is unknown from that day on; trips use the ' +
        'last known one.',
    ),
    state: short('State or province of the home.'),
    admin_code: short('The same as state; used where state is not sent.'),
    zip: short('Postal code of the home.'),
    country: short('Country of the home; a code of two letters is kept in capitals.'),
    home_city_lat: Type.Optional(
      orNull(Type.String({ maxLength: 20, description: 'Latitude of the home, decimal text.' })),
    ),
    home_city_lon: Type.Optional(
      orNull(Type.String({ maxLength: 20, description: 'Longitude of the home, decimal text.' })),
    ),
    home_airports: Type.Optional(
      orNull(
        Type.Array(Type.String({ pattern: '^[A-Z]{3}$', examples: ['ZRH'] }), {
          maxItems: 20,
          description: 'IATA codes of the home airports; null: none.',
        }),
      ),
    ),
    from: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        examples: ['2026-09-01'],
        'x-kind': 'date',
        description:
          'First day of the home; today if omitted. Omitted fields of the home are those of the home in ' +
          'force on that day. Earlier and later homes stay; the record shows the one in force today.',
      }),
    ),
    time_zone_id: Type.Optional(
      orNull(
        Type.String({
          maxLength: 64,
          description: 'Time zone, an IANA name; if omitted, it follows the present home into another city.',
        }),
      ),
    ),
    language: Type.Optional(
      orNull(
        Type.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
          maxLength: 35,
          examples: ['de', 'pt-BR'],
          description:
            'Language in which cities and trips are named, a BCP 47 tag: en, de, fr, es, it, pt or nl with any ' +
            'region. Any other is kept, but names are English. Null: English.',
        }),
      ),
    ),
    plausibility_warnings: Type.Optional(
      orNull(
        Type.Boolean({
          examples: [false],
          description:
            'Whether trips warn of two places at once, a missing leg and nights without a stay. Null: they do.',
        }),
      ),
    ),
  },
  { description: 'Fields of the record that a member may change.' },
)
export type MemberChange = Static<typeof MemberChange>
