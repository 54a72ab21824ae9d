/** A member's manual edits, kept as constraints that survive later data (RULES 5.16). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { orNull } from '../base/formats.js'

const Ref = Type.String({ pattern: '^[1-9][0-9]{0,15}$' })

/** A time that a member sets; `timeErrors` of the API checks it. */
const ownTime = (description: string) =>
  Type.Optional(orNull(Type.String({ 'x-kind': 'datetime', 'x-named': 'WallTime', description })))

export const TripFields = Type.Object(
  {
    headline: Type.Optional(orNull(Type.String({ maxLength: 200, description: "The member's own title." }))),
    destination: Type.Optional(
      orNull(Type.String({ maxLength: 200, description: 'Main destination, instead of the computed one.' })),
    ),
    privacy: Type.Optional(
      orNull(Type.Enum(['Private', 'Buddies Only', 'Public'], { description: 'Who may see it.' })),
    ),
    personal: Type.Optional(orNull(Type.Boolean({ description: 'Whether the trip is personal.' }))),
    business: Type.Optional(orNull(Type.Boolean({ description: 'Whether the trip is business.' }))),
    notes: Type.Optional(
      orNull(
        Type.Array(Type.String({ maxLength: 4000 }), {
          maxItems: 100,
          description: "The member's notes; they replace the present ones.",
          examples: [['Passport!']],
        }),
      ),
    ),
    begin_datetime: ownTime('Local time it begins, instead of the first start.'),
    end_datetime: ownTime('Local time it ends, instead of the latest end.'),
  },
  { description: "The member's own values of a trip; null removes one." },
)
export type TripFields = Static<typeof TripFields>

/**
 * - `trip.create`: a manual trip with the id `trip` (assigned at the ingress), holding `segments`.
 * - `trip.update`: title and settings of a trip; null removes a pinned value, and a value that it has anyway
 *   is not pinned.
 * - `trip.delete`: the trip becomes Deleted; its segments are unfiled until they are pinned elsewhere.
 * - `trip.merge`: the trips `from` are merged into `trip` (kept as `together`).
 * - `trip.split`: `segments` leave `trip` for a trip of their own (kept as `apart`).
 * - `segment.pin` / `segment.unpin`: a segment belongs to a trip regardless of the rules; null pins it to no
 *   trip.
 * - `segment.set`: fields of a segment that the member pins; null values unpin.
 */
export const Edit = Type.Union([
  Type.Object({ do: Type.Literal('trip.create'), trip: Ref, fields: TripFields, segments: Type.Array(Ref) }),
  Type.Object({ do: Type.Literal('trip.update'), trip: Ref, fields: TripFields }),
  Type.Object({ do: Type.Literal('trip.delete'), trip: Ref }),
  Type.Object({ do: Type.Literal('trip.merge'), trip: Ref, from: Type.Array(Ref, { minItems: 1 }) }),
  Type.Object({ do: Type.Literal('trip.split'), trip: Ref, segments: Type.Array(Ref, { minItems: 1 }) }),
  Type.Object({ do: Type.Literal('segment.pin'), segment: Ref, trip: Type.Union([Ref, Type.Null()]) }),
  Type.Object({ do: Type.Literal('segment.unpin'), segment: Ref }),
  Type.Object({
    do: Type.Literal('segment.set'),
    segment: Ref,
    fields: Type.Record(Type.String(), Type.Unknown()),
  }),
])
export type Edit = Static<typeof Edit>
