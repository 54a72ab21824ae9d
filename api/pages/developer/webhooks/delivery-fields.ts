/** What else the settings form of a webhook decides about its deliveries: filter, payload, custom headers. */
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { unknownChangedFields } from '../../../../schemas/webhooks/changed-field-names.js'
import { customHeadersError } from '../../../../schemas/webhooks/custom-headers.js'
import { normaliseFilter } from '../../../../schemas/webhooks/event-filter.js'
import type { Parameters } from '../../../oauth/parameters.js'
import type { WebhookChange } from '../../ports.js'
import type { DeliveryFields } from './page-data.js'
import type { FieldError } from '../../views/page-frame.js'

const segmentField = (type: string): string => `segment_${type}`

/** Names of the fields, for the page that asks for the second factor in between. */
export const DELIVERY_FIELDS = [
  'material',
  'changed_fields',
  ...SEGMENT_TYPES.map(segmentField),
  'payload',
  'headers',
  'remove_headers',
]

export function storedDeliveryFields({ filter, payload }: CallbackRow): DeliveryFields {
  return {
    material: filter?.material === true,
    changedFields: filter?.changed_fields?.join(', ') ?? '',
    segmentTypes: filter?.segment_types ?? [],
    payload,
    headers: '',
    removeHeaders: false,
  }
}

export function typedDeliveryFields(form: Parameters): DeliveryFields {
  return {
    material: form.get('material') !== null,
    changedFields: (form.get('changed_fields') ?? '').trim(),
    segmentTypes: SEGMENT_TYPES.filter((type) => form.get(segmentField(type)) !== null),
    payload: form.get('payload') === 'thin' ? 'thin' : 'full',
    headers: (form.get('headers') ?? '').trim(),
    removeHeaders: form.get('remove_headers') !== null,
  }
}

export function deliveryChange(typed: DeliveryFields): WebhookChange {
  const names = fieldNames(typed)
  const { material, segmentTypes, payload, headers, removeHeaders } = typed
  const change: WebhookChange = {
    payload,
    filter: normaliseFilter({
      material,
      ...(names.length === 0 ? {} : { changed_fields: names }),
      ...(segmentTypes.length === 0 ? {} : { segment_types: [...segmentTypes] }),
    }),
  }
  if (removeHeaders) change.headers = {}
  else if (headers !== '') change.headers = parseHeaders(headers) ?? {}
  return change
}

export function deliveryErrors(typed: DeliveryFields, events: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  const names = fieldNames(typed)
  if (names.length > 50 || names.some((name) => !/^[a-z][a-z0-9_]{0,59}$/.test(name)))
    errors.push({
      field: 'changed_fields',
      text: 'Enter at most 50 names of fields, separated by commas, such as departure_datetime.',
    })
  else
    for (const { name, resources, likely } of unknownChangedFields(names, events))
      errors.push({
        field: 'changed_fields',
        text: `No ${resources} has a field "${name}".${likely === null ? '' : ` Did you mean "${likely}"?`}`,
      })
  if (typed.removeHeaders || typed.headers === '') return errors
  const headers = parseHeaders(typed.headers)
  const error = headers === null ? 'has a line without a colon, or a name twice' : customHeadersError(headers)
  if (error !== null) errors.push({ field: 'headers', text: `The list ${error}.` })
  return errors
}

function fieldNames({ changedFields }: DeliveryFields): string[] {
  return [...new Set(changedFields.split(/[\s,]+/).filter((name) => name !== ''))]
}

/** Null if a line is no header, or repeats one. */
function parseHeaders(text: string): Record<string, string> | null {
  const headers = new Map<string, string>()
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    if (colon < 0 || headers.has(name)) return null
    headers.set(name, line.slice(colon + 1).trim())
  }
  return Object.fromEntries(headers)
}
