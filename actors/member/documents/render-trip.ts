/** Brings the document of one trip up to date and chooses its event (RULES 7.4 and 7.5). */
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import type { TripChanges } from '../trips/trip-changes.js'
import type { ResourceChange } from './events.js'
import type { ChangedFields } from './moved.js'
import { changedFields } from './fixed-document.js'
import type { FixedDocument } from './fixed-document.js'
import { inactiveTripDocument, tripDocument, tripDocumentOf } from './trip-document.js'
import type { TripSegments } from './trip-document.js'

/** What rendering the trips of one step has in common. */
export interface TripContext {
  state: MemberState
  changes: TripChanges
  /** The fields an edit set on each trip. */
  editedFields: ReadonlyMap<TripState, TripFields>
  /** Trips that have no document yet. */
  created: readonly TripState[]
  homes: Homes
  env: Env
}

const NO_FIELDS: TripFields = {}

/**
 * Renders a trip with its segments in order, and sets its `doc` and `version`; null if it has no event.
 */
export function renderTrip(
  trip: TripState,
  segments: TripSegments,
  context: TripContext,
): ResourceChange | null {
  const { state, homes, env } = context
  const before = trip.doc === '' ? null : tripDocumentOf(JSON.parse(trip.doc) as Record<string, unknown>)
  const document = tripDocumentOf(
    trip.status === 'Active' || before === null
      ? tripDocument(state, trip, segments, homes, env)
      : inactiveTripDocument(
          state,
          trip,
          segments.segments,
          context.editedFields.get(trip) ?? NO_FIELDS,
          homes,
        ),
  )
  document.set('version', trip.version) // an inactive trip's last document may have an older one
  const mergedFrom = tripsMergedInto(trip, context.changes)
  const previous = before === null ? null : changedFields(before, document)
  if (previous?.size === 0 && before?.shape === document.shape) {
    // The merged trip may have been empty; those who know it still have to learn where it went.
    if (mergedFrom.length === 0) return null
    const extra = { merged_from: mergedFrom }
    return change('trip.merged', trip, document, { previous, material: false, extra })
  }
  trip.version += 1
  trip.updated = env.now
  document.set('updated', instantText(env.now))
  document.set('version', trip.version)
  trip.doc = document.toJson()

  const splitInto = context.created.filter((other) => other.splitFrom === trip.id).map((other) => other.id)
  const type = eventType(trip, previous, { mergedFrom, splitInto, created: context.created })
  if (type === null) return null
  let extra: ResourceChange['extra']
  if (mergedFrom.length > 0) extra = { merged_from: mergedFrom }
  else if (type === 'trip.split') extra = { split_into: splitInto }
  return change(type, trip, document, { previous, material: null, ...(extra === undefined ? {} : { extra }) })
}

function change(
  type: string,
  trip: TripState,
  object: FixedDocument,
  more: Pick<ResourceChange, 'previous' | 'material' | 'extra'>,
): ResourceChange {
  return { type, resourceId: trip.id, object, ...more }
}

/**
 * The event of a changed trip; null for a merged one, which the event of its merge target reports unless that
 * is new.
 */
function eventType(
  trip: TripState,
  previous: ChangedFields | null,
  { mergedFrom, splitInto, created }: { mergedFrom: Id[]; splitInto: Id[]; created: readonly TripState[] },
): string | null {
  if (previous === null) return 'trip.created'
  if (mergedFrom.length > 0) return 'trip.merged'
  switch (trip.status) {
    case 'Deleted':
      return 'trip.deleted'
    case 'Cancelled':
      return previous.has('status') ? 'trip.cancelled' : 'trip.updated'
    case 'Merged':
      return created.some((other) => other.id === trip.mergedInto) ? 'trip.updated' : null
    case 'Active':
      return splitInto.length > 0 ? 'trip.split' : 'trip.updated'
  }
}

/** Ids of the trips that the step merged into this one, directly or through others. */
function tripsMergedInto(trip: TripState, { merged }: TripChanges): Id[] {
  if (merged.size === 0 || trip.status === 'Merged') return []
  const leadsHere = (mergeTarget: TripState): boolean => {
    let next: TripState | undefined = mergeTarget
    for (let hops = 0; next !== undefined && hops <= merged.size; hops++) {
      if (next === trip) return true
      next = merged.get(next)
    }
    return false
  }
  const ids = [...merged].filter(([, mergeTarget]) => leadsHere(mergeTarget)).map(([old]) => old.id)
  return inOrder(ids, (a, b) => Number(a) - Number(b))
}
