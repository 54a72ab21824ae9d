/** Cities and airports as the API shows them (contract.md 3). */
import Type from 'typebox'
import { Decimal, Text, orNull } from '../base/formats.js'

export const City = Type.Object(
  {
    id: Text('Id of the city.'),
    name: Text('Name.'),
    ascii_name: Text('Name in plain letters.'),
    city_code: orNull(Text('IATA code.')),
    admin_code: orNull(Text('State or province.')),
    state: orNull(Text('The same as admin_code.')),
    admin_name: orNull(Text('Name of the state or province.')),
    country: Text('Country, ISO 3166-1 alpha-2.'),
    lat: Decimal('Latitude.'),
    lon: Decimal('Longitude.'),
    time_zone_id: orNull(Text('Time zone.')),
    population: Type.Integer({ description: 'Inhabitants.', minimum: 0 }),
  },
  { description: 'A city.' },
)

export const Airport = Type.Object(
  {
    id: Text('Id: the IATA code.'),
    iata_code: Text('IATA code.'),
    icao_code: orNull(Text('ICAO code.')),
    name: Text('Name.'),
    city_name: orNull(Text('City it serves.')),
    city_id: orNull(Text('Id of that city.')),
    city_code: orNull(Text('IATA code of that city.')),
    admin_code: orNull(Text('State or province.')),
    state: orNull(Text('The same as admin_code.')),
    country: Text('Country, ISO 3166-1 alpha-2.'),
    lat: Decimal('Latitude.'),
    lon: Decimal('Longitude.'),
    time_zone_id: orNull(Text('Time zone.')),
    type: Text('Kind of airport.'),
  },
  { description: 'An airport.' },
)
