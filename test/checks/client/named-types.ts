/**
 * The types of the clients: every object of the OpenAPI document has a short name of its own, inline ones as well.
 */
import { isDeepStrictEqual } from 'node:util'

export type Json = Record<string, unknown>

export type Type =
  | { is: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'any' }
  | { is: 'literals'; values: Array<string | number | boolean> }
  | { is: 'list' | 'map'; of: Type }
  | { is: 'named'; name: string }
  | { is: 'union'; of: Type[] }

export interface Field {
  name: string
  type: Type
  required: boolean
  doc: string
}

/** An object with fields, or another type with a name. */
export interface Named {
  name: string
  doc: string
  /** All of them, also those of `parents`. */
  fields: Field[] | null
  parents: string[]
  /** Of what has no fields. */
  type: Type
}

const SCHEMAS = '#/components/schemas/'

/** Names that say more than those that follow from the document. */
const NAMES: Readonly<Record<string, string>> = {
  BatchMonitor: 'Batch',
  Error: 'ErrorBody',
  FaultItem: 'FieldError',
  SegmentBaseAction: 'SegmentAction',
  SegmentBaseProvenance: 'FieldProvenance',
  AcceptedBatchEntry: 'AcceptedSegment',
  RefusedBatchEntry: 'RefusedSegment',
  ErrorBodyError: 'ErrorCode',
  FieldErrorError: 'FieldErrorCode',
  OAuthErrorError: 'OAuthErrorCode',
  BookingCancellationType: 'SegmentType',
  ThinEventType: 'EventType',
  CallbackEventItem: 'SubscribedEvent',
  CreateSegmentBody: 'SingleSegment',
  CruiseSegmentPortCall: 'PortCall',
  RawCruisePortCall: 'RawPortCall',
  SegmentInPath: 'SegmentTypeInPath',
  SubmitSegmentsAnswer: 'AcceptedDocument',
  GetDocumentReadingAnswer: 'Document',
  ListDocumentsAnswer: 'DocumentSummary',
  ListCalendarFeedsAnswer: 'CalendarFeed',
  CreateCalendarFeedAnswer: 'NewCalendarFeed',
  ListFeedDaysAnswer: 'FeedDay',
  ListFeedReportsAnswer: 'FeedReport',
  FeedSegmentsBody: 'FeedLine',
  FeedSegmentsAnswer: 'FeedAnswer',
  ReplayCallbackAnswer: 'Replay',
  RedeliverEventAnswer: 'Redelivery',
  GetDocumentAnswer: 'OpenApiDocument',
  GetTokensAnswer: 'Tokens',
  GetKeysAnswer: 'KeySet',
  GetAuthorizationServerAnswer: 'AuthorizationServer',
  GetApiResourceAnswer: 'ProtectedResource',
}
/** Unions of so many named types, and so many literals, have a name of their own. */
const MANY_TYPES = 3
const MANY_LITERALS = 8

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('')
export const docOf = ({ description }: Json): string => (typeof description === 'string' ? description : '')

/** The types of the schemas of a document; what has no name there gets one. */
export class NamedTypes {
  readonly types = new Map<string, Named>()
  /** The shapes of inline objects, by their names. */
  readonly #inline = new Map<string, unknown>()
  readonly #schemas: Record<string, Json>

  constructor(schemas: Record<string, Json>) {
    this.#schemas = schemas
    for (const [long, schema] of Object.entries(schemas)) {
      const name = shortName(long)
      const isObject = schema['allOf'] !== undefined || schema['properties'] !== undefined
      const parents = ((schema['allOf'] ?? []) as Json[])
        .filter((part) => typeof part['$ref'] === 'string')
        .map((part) => shortName(String(part['$ref']).slice(SCHEMAS.length)))
      const type: Named = { name, doc: docOf(schema), fields: null, parents, type: { is: 'any' } }
      this.types.set(name, type)
      if (isObject) type.fields = this.#fieldsOf(schema, name)
      else
        type.type = this.#structureOf(
          schema,
          schema['type'] === 'array' ? (NAMES[`${name}Entry`] ?? `${name}Entry`) : name,
        )
    }
  }

  /** The type of a schema; what needs a name gets `hint`. */
  typeOf(schema: Json, hint: string): Type {
    const name = NAMES[hint] ?? hint
    const type = this.#structureOf(schema, name)
    const parts = type.is === 'union' ? type.of.filter(({ is }) => is === 'named') : []
    const isLong = type.is === 'literals' && type.values.length >= MANY_LITERALS
    return parts.length >= MANY_TYPES || isLong
      ? { is: 'named', name: this.given(name, type, { type }) }
      : type
  }

  #structureOf(schema: Json, name: string): Type {
    const { $ref: ref, enum: values, const: only, type: kind = 'any', anyOf, oneOf, allOf } = schema
    if (typeof ref === 'string') return { is: 'named', name: shortName(ref.slice(SCHEMAS.length)) }
    if (only !== undefined) return { is: 'literals', values: [only as string] }
    const kinds = [kind].flat() as string[]
    const options = (anyOf ?? oneOf) as Json[] | undefined
    if (options !== undefined) {
      const isMany = options.filter((one) => one['properties'] !== undefined).length > 1
      return union(options.map((one, at) => this.typeOf(one, isMany ? `${name}${at + 1}` : name)))
    }
    if (values !== undefined) {
      const literals: Type = { is: 'literals', values: (values as string[]).filter((one) => one !== null) }
      return union(kinds.includes('null') ? [literals, { is: 'null' }] : [literals])
    }
    if (allOf !== undefined) return this.#object(schema, name)
    return union(kinds.map((one) => this.#ofKind(one, schema, name)))
  }

  #ofKind(kind: string, schema: Json, name: string): Type {
    if (kind === 'array')
      return { is: 'list', of: this.typeOf((schema['items'] ?? {}) as Json, name.replace(/s$/, '')) }
    if (kind !== 'object') return { is: kind as 'string' }
    if (Object.keys((schema['properties'] ?? {}) as Json).length > 0) return this.#object(schema, name)
    const [of = {}] = Object.values((schema['patternProperties'] ?? {}) as Record<string, Json>)
    return { is: 'map', of: this.typeOf(of, name) }
  }

  #object(schema: Json, name: string): Type {
    const found = this.given(name, { ...schema, description: '' }, { doc: docOf(schema) }, (own) => {
      this.types.get(own)!.fields = this.#fieldsOf(schema, own)
    })
    return { is: 'named', name: found }
  }

  /** The name of a shape: that of the same shape elsewhere, or a new one. */
  given(wanted: string, shape: unknown, more: Partial<Named>, fill?: (name: string) => void): string {
    for (const [known, other] of this.#inline) if (isDeepStrictEqual(other, shape)) return known
    const isTaken = this.types.has(wanted) || this.#schemas[wanted] !== undefined
    const name = isTaken ? (NAMES[`${wanted}Item`] ?? `${wanted}Item`) : wanted
    if (this.types.has(name)) throw new Error(`Two types are called ${name}: name one in NAMES.`)
    this.#inline.set(name, shape)
    this.types.set(name, { name, doc: '', fields: null, parents: [], type: { is: 'any' }, ...more })
    fill?.(name)
    return name
  }

  #fieldsOf(schema: Json, owner: string): Field[] {
    const { properties, required } = this.#flattened(schema)
    return Object.entries(properties).map(([name, one]) => ({
      name,
      type: this.typeOf(one, owner + pascal(name)),
      required: required.has(name),
      doc: docOf(one),
    }))
  }

  /** All fields of the parts of a schema; of two with one name, the later one is the narrower. */
  #flattened(schema: Json): { properties: Record<string, Json>; required: Set<string> } {
    const parts = ((schema['allOf'] ?? []) as Json[]).map((part) => this.#flattened(this.#schemaAt(part)))
    const own = (schema['properties'] ?? {}) as Record<string, Json>
    const needed = (schema['required'] ?? []) as string[]
    return {
      properties: Object.assign({}, ...parts.map((part) => part.properties), own) as Record<string, Json>,
      required: new Set([...parts.flatMap((part) => [...part.required]), ...needed]),
    }
  }

  #schemaAt(schema: Json): Json {
    const { $ref: ref } = schema
    return typeof ref === 'string' ? this.#schemas[ref.slice(SCHEMAS.length)]! : schema
  }
}

const shortName = (long: string): string => NAMES[long] ?? long

/** One type of several, each once. */
export function union(types: Type[]): Type {
  const flat = types.flatMap((one) => (one.is === 'union' ? one.of : [one]))
  const distinct = flat.filter((one, at) => flat.findIndex((other) => isDeepStrictEqual(one, other)) === at)
  return distinct.length === 1 ? distinct[0]! : { is: 'union', of: distinct }
}
