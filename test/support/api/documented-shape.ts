/** Compares the documents that the rules make with the schemas of the OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { expandEvent, expandSegment } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { Traveller } from '../traveller.js'

type Json = Record<string, unknown>

/**
 * What differs in the segments, trips and events of a member: a field that is missing, null or of another form, or
 * that no schema has. Each difference once, with the documents that were looked at.
 */
export function documentedShape(document: Json) {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' }, 'document')
  const { schemas } = document['components'] as {
    schemas: { Event: { discriminator: { mapping: Record<string, string> } } }
  }
  const events = schemas.Event.discriminator.mapping
  const compiled = new Map<string, ValidateFunction>()
  const differences = new Set<string>()
  const looked = { segments: 0, trips: 0, events: 0 }

  const compare = (schema: string, text: string): void => {
    const validate =
      compiled.get(schema) ??
      ajv.compile({ $ref: `document#/components/schemas/${schema}`, unevaluatedProperties: false })
    compiled.set(schema, validate)
    if (validate(JSON.parse(text))) return
    for (const { instancePath, message, params } of validate.errors ?? [])
      differences.add(
        `${schema}${instancePath.replaceAll(/\/\d+/g, '/0')} ${message} ${JSON.stringify(params)}`,
      )
  }
  return {
    looked,
    differences,
    look: ({ state, folds }: Pick<Traveller, 'state' | 'folds'>): void => {
      for (const { doc } of state.segments.values()) {
        const { type } = JSON.parse(doc) as { type?: string }
        if (type === undefined) continue
        looked.segments += 1
        compare(`${type}Segment`, expandSegment(doc))
      }
      for (const { doc } of state.trips.values()) {
        looked.trips += 1
        compare('Trip', doc)
      }
      for (const { type, body } of folds.flatMap((fold) => fold.events)) {
        looked.events += 1
        compare(events[type]!.split('/').at(-1)!, expandEvent(body.join('')))
      }
    },
  }
}
