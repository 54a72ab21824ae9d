/** A trip for programs that read schema.org: its segments as the reservations of one package. */
import Type from 'typebox'
import { Text } from '../../schemas/base/formats.js'
import { segmentExample, tripExample } from '../document/examples/resources.js'
import { reservationOf } from './reservation.js'

/** The media type of JSON-LD (W3C JSON-LD 1.1, appendix C). */
export const JSON_LD = 'application/ld+json'

/** @param text the stored trip with its segments */
export function tripAsLinkedData(text: string): string {
  const {
    url,
    display_name: name,
    segments,
    updated,
  } = JSON.parse(text) as {
    url: string
    display_name: string
    updated: string
    segments: Array<Record<string, unknown>>
  }
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'ReservationPackage',
    '@id': url,
    name,
    modifiedTime: updated,
    subReservation: segments.flatMap((segment) => reservationOf(segment) ?? []),
  })
}

/** Its schema in the OpenAPI document. */
export const LINKED_TRIP = {
  schema: Type.Object(
    {
      '@context': Type.Literal('https://schema.org', { description: 'The vocabulary.' }),
      '@type': Type.Literal('ReservationPackage', { description: 'https://schema.org/ReservationPackage' }),
      '@id': Text('Address of the trip.'),
      name: Text('Its display name.'),
      modifiedTime: Text('When something visible last changed.'),
      subReservation: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description: 'A schema.org reservation for each segment that is booked, requested or cancelled.',
      }),
    },
    { description: 'A trip in the vocabulary of schema.org.' },
  ),
  example: JSON.parse(
    tripAsLinkedData(JSON.stringify({ ...tripExample, segments: [segmentExample] })),
  ) as unknown,
}
