/** What the document of each segment type has, worked out once. */
import { SEGMENT_FIELDS } from '../../../schemas/itinerary/stored/compact-segment.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import { shownEnds } from '../../../schemas/segment/shapes/shown-names.js'
import type { ShownEnds } from '../../../schemas/segment/shapes/shown-names.js'
import { DocumentShape } from './fixed-document.js'
import type { Slot } from './fixed-document.js'
import { shownForm } from './shown-forms.js'
import type { ShownForm } from './shown-forms.js'

export interface DocumentFields extends ShownEnds {
  shape: DocumentShape
  /** The slot of the first field that shows what was submitted; the others follow in their order. */
  firstField: Slot
  /** By field, the form in which documents answer what may be submitted in another one. */
  forms: ReadonlyArray<ShownForm | null>
}

export const FIELDS_OF_DOCUMENT = perType(({ type }): DocumentFields => {
  const fields = SEGMENT_FIELDS[type]
  const shape = new DocumentShape(
    fields.map(({ name }) => name),
    fields.map(({ nothing }) => nothing),
  )
  const { shown } = SEGMENT_SLOTS[type]
  const firstField = shape.slot(shown[0]?.name ?? '')
  shown.forEach(({ name, slot }) => {
    if (shape.slot(name) !== firstField + slot) throw new TypeError(`${name} of ${type} is out of order`)
  })
  return { ...shownEnds(type), shape, firstField, forms: shown.map(({ entry }) => shownForm(entry)) }
})
