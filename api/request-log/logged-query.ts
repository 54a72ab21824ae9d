/** The query of a request as the request log keeps it: nothing that could be a secret or about a person. */
import { PARAMETERS } from '../operation/parameters.js'
import { readFormFields } from '../http/form/form-fields.js'
import { queryText } from '../oauth/parameters.js'

/** Parameters whose values say nothing about anybody. */
const HARMLESS: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'segments',
  'follow',
  'status',
  'status_code',
  'privacy',
  'purpose',
  'type',
  'segment_type',
  'classification',
  'unfiled',
  'provenance',
  'undelivered',
])
const HARMLESS_VALUE = /^[A-Za-z0-9_.,*-]{1,64}$/
const MAX_LENGTH = 300

let names: readonly string[] | null = null

/** The names of documented parameters in the order of the document, with the values of harmless ones. */
export function loggedQuery(url: string): string {
  if (!url.includes('?')) return ''
  names ??= [
    ...new Set(
      Object.values(PARAMETERS)
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name),
    ),
  ]
  const given = fieldsOf(url)
  const shown = names.flatMap((name) => {
    const value = given?.get(name)?.[0]
    if (value === undefined) return []
    return [HARMLESS.has(name) && HARMLESS_VALUE.test(value) ? `${name}=${value}` : name]
  })
  return shown.join('&').slice(0, MAX_LENGTH)
}

/** Null if the query cannot be read: too many names. */
function fieldsOf(url: string): ReturnType<typeof readFormFields> | null {
  try {
    return readFormFields(queryText(url))
  } catch {
    return null
  }
}
