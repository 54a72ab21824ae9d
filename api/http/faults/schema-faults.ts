/** The findings of the validator as errors in plain words (contract.md 6.1). */
import { foundKind, foundValue } from '../../../schemas/hints/found-value.js'
import { likelyWord } from '../../../schemas/hints/likely-word.js'
import { missingField, withHint } from '../../../schemas/segment/validation/segment-error.js'
import type { SegmentError, SegmentErrorCode } from '../../../schemas/segment/validation/segment-error.js'
import { shapeAt } from './shape.js'
import type { Shape } from './shape.js'

/** What the validator says of one place. */
export interface Finding {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

/** One error for each wrong field, the first that was found. */
export function schemaFaults(findings: readonly Finding[], schema: Shape, body: unknown): SegmentError[] {
  const faults = new Map<string, SegmentError>()
  const paths = new Set(findings.map(({ instancePath }) => instancePath))
  for (const finding of findings) {
    // find-unknown.ts names those fields.
    if (finding.keyword === 'additionalProperties') continue
    for (const fault of faultsOf(finding, schema, body))
      if (!faults.has(fault.field ?? '') && !isExplained(finding.instancePath, paths))
        faults.set(fault.field ?? '', fault)
  }
  return [...faults.values()]
}

/** A list or object is not wrong by itself if one of its entries is. */
function isExplained(path: string, paths: ReadonlySet<string>): boolean {
  if (path === '') return false
  for (const other of paths) if (other.startsWith(`${path}/`)) return true
  return false
}

function faultsOf({ keyword, instancePath, params, message }: Finding, schema: Shape, body: unknown) {
  const parts = instancePath.split('/').slice(1)
  const field = parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '')
  if (keyword === 'required' || keyword === 'requiredProperties') {
    const names = Object.values(params).flat() as string[]
    return names.map((name) =>
      missingField(join(field, name), `Field "${join(field, name)}" is required; add it.`),
    )
  }
  const shape = shapeAt(schema, parts)
  const problem = requirement(keyword, params, shape, valueAt(body, parts)) ?? message
  const sentence = field === '' ? `The body ${problem}.` : `Field "${field}" ${problem}.`
  const fault: SegmentError = {
    error: codeOf(keyword, shape),
    error_description: sentence,
    field: field === '' ? null : field,
  }
  return [withHint(fault, likelyValue(valueAt(body, parts), shape))]
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function codeOf(keyword: string, shape: Shape | undefined): SegmentErrorCode {
  if (keyword === 'maxLength' || keyword === 'maxItems') return 'too_long'
  return shape?.['x-kind'] === 'date' || shape?.['x-kind'] === 'datetime'
    ? 'invalid_datetime'
    : 'invalid_value'
}

function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce(
    (inner, part) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[part] : undefined,
    value,
  )
}

/** The value of a closed list that was probably meant. */
function likelyValue(value: unknown, shape: Shape | undefined): string | null {
  const allowed = shape?.enum?.filter((one) => typeof one === 'string') ?? []
  const likely = typeof value === 'string' ? likelyWord(value, allowed) : null
  return likely === null ? null : `Did you mean "${likely}"?`
}

/** The violated rule in plain words; null where the validator's own message is plain enough. */
function requirement(
  keyword: string,
  params: Record<string, unknown>,
  shape: Shape | undefined,
  value: unknown,
): string | null {
  switch (keyword) {
    case 'pattern': {
      const [example] = shape?.examples ?? []
      return example === undefined ? null : `must look like ${String(example)}; it is ${foundValue(value)}`
    }
    case 'type': {
      const types = String(params['type']).split(',').map(withArticle).join(' or ')
      return `must be ${types}; it is ${foundKind(value)}`
    }
    case 'enum': {
      const allowed = params['allowedValues']
      return Array.isArray(allowed)
        ? `must be one of ${allowed.join(', ')}; it is ${foundValue(value)}`
        : null
    }
    case 'const':
    case 'anyOf':
      return `must be ${describe(shape)}; it is ${foundKind(value)}`
    case 'minimum':
      return `must be at least ${String(params['limit'])}; it is ${foundValue(value)}`
    case 'maximum':
      return `must be at most ${String(params['limit'])}; it is ${foundValue(value)}`
    case 'minItems':
      return `must have at least ${String(params['limit'])}; it has ${Array.isArray(value) ? value.length : 0}`
    default:
      return null
  }
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`

/** The values that a schema allows, in words. */
function describe(shape: Shape | undefined): string {
  if (shape?.const !== undefined) return String(shape.const)
  if (shape?.enum !== undefined) return `one of ${shape.enum.join(', ')}`
  return shape?.type === undefined ? 'a documented value' : withArticle(shape.type)
}
