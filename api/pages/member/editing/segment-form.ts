/** The form of a segment: its fields, what is wrong with them, and what is changed. */
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { MANUAL } from '../../../../schemas/segment/shapes/single-segment.js'
import { SEGMENT_DEFINITIONS } from '../../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import type { SegmentError } from '../../../../schemas/segment/validation/segment-error.js'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import { checkContext } from '../../../commands/check-context.js'
import type { ApiDeps } from '../../../ports/deps.js'
import { field } from '../../views/field.js'
import type { Field } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { FieldError, PageFrame } from '../../views/page-frame.js'
import { fieldWords, labelled } from '../../../segment-words/field-words.js'
import { FORM_FIELDS, inputsOf } from './segment-fields.js'
import type { Texts } from './segment-fields.js'

/** The fields of a type with these texts: those that matter, and all others under further details. */
export function segmentFields({ errors }: PageFrame, type: SegmentType, texts: Texts): Html {
  const inputs = (isMain: boolean): Field[] =>
    FORM_FIELDS[type].filter((one) => one.isMain === isMain).flatMap((one) => inputsOf(one, texts))
  const further = inputs(false)
  const isWrong = further.some(({ id }) => errors.some((error) => error.field === id))
  return html`${inputs(true).map((one) => html`${field(errors, one)}\n`)}
<details${isWrong && html` open`}><summary>Further details</summary>
${further.map((one) => html`${field(errors, one)}\n`)}</details>`
}

/** Where what is wrong with the whole segment is said. */
export const firstField = (type: SegmentType): string => FORM_FIELDS[type].find(({ isMain }) => isMain)!.name

/** What is wrong with a segment that was not wrong with it before it was changed. */
export function segmentErrors(
  type: SegmentType,
  deps: Pick<ApiDeps, 'reference'>,
  segment: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): FieldError[] {
  const context = checkContext(deps, false)
  const errorsOf = (fields: object): Array<ReturnType<typeof checkSegment>[number]> =>
    checkSegment({ ...fields, type, source: MANUAL }, context)
  const known = new Set(Object.keys(before).length === 0 ? [] : errorsOf(before).map(textOf))
  const shown = new Set(FORM_FIELDS[type].map(({ name }) => name))
  return errorsOf(segment)
    .filter((error) => !known.has(textOf(error)))
    .map((error) => {
      const own = sentenceFor(type, error)
      if (own !== null) return own
      const { field: name, error_description: text, hint = '' } = error
      const field = name !== null && shown.has(name) ? name : firstField(type)
      return { field, text: labelled(`${text} ${hint}`.trim(), type) }
    })
}

/** An error of the API in the words of the form; null where the API's own words fit. */
function sentenceFor(type: SegmentType, { error, field: name }: SegmentError): FieldError | null {
  if (error !== 'missing_field' || name === null) return null
  const { requiredPlace } = SEGMENT_DEFINITIONS[type]
  if (requiredPlace?.[0]?.includes(name) === true) {
    const { prefix } = SEGMENT_KINDS[type].from
    const needsCountry = requiredPlace.some((fields) => fields.includes('country'))
    const what = needsCountry ? 'the city and the country' : 'the city, or the address'
    return { field: `${prefix}city_name`, text: `Say where it is: enter ${what}.` }
  }
  if (name === 'currency') return { field: name, text: 'Enter the currency of the price too, such as EUR.' }
  if (name === 'price') return { field: name, text: 'Enter the price, or leave the currency empty.' }
  // The form asks for the day of a date-time first.
  return { field: name, text: `Enter the ${fieldWords(name, type).replace(/ time$/, ' day')}.` }
}

const textOf = ({ field: name, error_description: text }: ReturnType<typeof checkSegment>[number]): string =>
  `${name}: ${text}`
