/** Examples of resources for the OpenAPI document: invented, complete, and valid against their schemas. */
import { SEGMENT_RESOURCES } from '../../../schemas/itinerary/segment-resource.js'
import EXAMPLES from './resources.json' with { type: 'json' }

const { event } = EXAMPLES

/** Every field of a flight, without a value. */
const noFlightFields: Record<string, null> = Object.fromEntries(
  (SEGMENT_RESOURCES.Air['required'] as readonly string[]).map((name) => [name, null]),
)

export const segmentExample = { ...noFlightFields, ...EXAMPLES.segment }
export const {
  trip: tripExample,
  member: memberExample,
  source: sourceExample,
  account: accountExample,
  city: cityExample,
  airport: airportExample,
  batch: batchExample,
  pending: pendingExample,
  callback: callbackExample,
  delivery: deliveryExample,
  attempt: attemptExample,
} = EXAMPLES
export const eventExample = { ...event, data: { ...event.data, object: tripExample } }
