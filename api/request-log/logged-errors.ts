/**
 * The errors of an answer as the request log keeps them: each with its field and hint, and no more than a page can
 * show (contract.md 11).
 */
import type { LoggedError, LoggedErrors } from '../../schemas/oauth/logged-request.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { InvalidBodyError, RefusedBatchError } from '../http/faults/invalid-body-error.js'
import type { Fault } from '../http/errors.js'

const MAX_ERRORS = 20
/** Characters of a description or hint, of the name of a field, and of all errors of a request together. */
const MAX_TEXT = 300
const MAX_FIELD = 100
const MAX_ALL = 3_000

/** Null if there is nothing to say beyond the code and the description. */
export function loggedErrors(fault: Fault): LoggedErrors | null {
  const found = errorsOf(fault)
  if (found.length === 0) return null
  const list: LoggedError[] = []
  let length = 0
  for (const one of found.slice(0, MAX_ERRORS)) {
    const kept = shortened(one)
    length += kept.code.length + kept.text.length + (kept.field?.length ?? 0) + (kept.hint?.length ?? 0)
    if (list.length > 0 && length > MAX_ALL) break
    list.push(kept)
  }
  return { list, more: found.length - list.length }
}

function errorsOf(fault: Fault): LoggedError[] {
  if (fault instanceof RefusedBatchError)
    return fault.entries.flatMap(({ errors }, at) => errors.map((one) => bodyError(one, `segments[${at}]`)))
  if (fault instanceof InvalidBodyError) return fault.errors.map((one) => bodyError(one, null))
  const hint = fault.hint ?? null
  return hint === null ? [] : [{ code: fault.code, text: fault.message, field: null, hint }]
}

function bodyError(
  { error: code, error_description: text, field, hint }: SegmentError,
  base: string | null,
): LoggedError {
  const names = [base, field].filter((name) => name !== null)
  return { code, text, field: names.length === 0 ? null : names.join('.'), hint: hint ?? null }
}

function shortened({ code, text, field, hint }: LoggedError): LoggedError {
  return {
    code,
    text: text.slice(0, MAX_TEXT),
    field: field?.slice(0, MAX_FIELD) ?? null,
    hint: hint?.slice(0, MAX_TEXT) ?? null,
  }
}
