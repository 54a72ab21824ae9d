/** Problem documents (RFC 9457; contract.md 6.1). */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'
import { STATUS_TITLES } from '../status-titles.js'
import { InvalidBodyError, RefusedBatchError } from './invalid-body-error.js'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

interface ProblemItem {
  /** Where in the body, a JSON pointer as the fragment of a URI (RFC 6901 6). */
  pointer: string
  code: SegmentError['error']
  detail: string
  hint?: string
}

/** @param instance the request as a URN */
export function problemText(error: ApiError, instance: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_TITLES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    instance,
    error: error.code,
    error_description: error.message,
    ...(error.hint === null ? {} : { hint: error.hint }),
    errors: itemsOf(error),
  })
}

function itemsOf(error: ApiError): ProblemItem[] {
  if (error instanceof RefusedBatchError)
    return error.entries.flatMap(({ errors }, at) => errors.map((fault) => item(fault, `#/segments/${at}`)))
  return error instanceof InvalidBodyError ? error.errors.map((fault) => item(fault, '#')) : []
}

function item({ error, error_description: detail, field, hint }: SegmentError, base: string): ProblemItem {
  const pointer = field === null ? base : `${base}/${pointerOf(field)}`
  return { pointer, code: error, detail, ...(hint === undefined ? {} : { hint }) }
}

/** `travelers[0].name` as `travelers/0/name`. */
function pointerOf(field: string): string {
  return field
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) =>
      encodeURIComponent(
        part
          .replace(/\p{Cs}/gu, '\ufffd')
          .replaceAll('~', '~0')
          .replaceAll('/', '~1'),
      ),
    )
    .join('/')
}
