/** Query and header parameters: one TypeBox schema each, from which they are documented, read and checked. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { PAGE_SIZES } from '../http/page-sizes.js'
import type { PageList } from '../http/page-sizes.js'

/** How the text of a parameter becomes its value, besides what the schema says. */
export type Reading = 'flag' | 'list' | 'integer' | 'day' | 'instant' | 'text'

/** `T` is the value that a handler gets. */
export interface Parameter<N extends string = string, T = unknown> {
  name: N
  in: 'query' | 'header'
  description: string
  schema: TSchema
  example?: unknown
  required?: boolean
  style?: string
  explode?: boolean
  reading: Reading
  /** The value when it is absent or empty. */
  absent: T
  /** Longest text, before anything else is looked at. */
  maxLength: number
  /** A greater integer is lowered to this. */
  max?: number
  /** Case does not count. */
  anyCase?: boolean
}

interface Options {
  example?: unknown
  maxLength?: number
}

const MAX_LENGTH = 200

const parameter = <const N extends string, T>(
  name: N,
  description: string,
  schema: TSchema,
  rest: Pick<Parameter<N, T>, 'reading' | 'absent'> & Partial<Parameter<N, T>>,
): Parameter<N, T> => ({ name, in: 'query', description, schema, maxLength: MAX_LENGTH, ...rest })

/** Any text; null when absent. */
export const text = <const N extends string>(
  name: N,
  description: string,
  { schema = Type.String(), ...rest }: Options & { schema?: TSchema; required?: boolean } = {},
): Parameter<N, string | null> =>
  parameter(name, description, schema, { reading: 'text', absent: null, ...rest })

/** `0` or `1`; absent is `0`. */
export const flag = <const N extends string>(name: N, description: string): Parameter<N, boolean> =>
  parameter(name, description, Type.Enum([0, 1], { default: 0 }), {
    reading: 'flag',
    absent: false,
    example: 1,
  })

/** One value of a closed list; null when absent. */
export const choice = <const N extends string, const T extends string>(
  name: N,
  description: string,
  values: readonly T[],
  rest: Options & { example: T; anyCase?: boolean; required?: boolean },
): Parameter<N, T | null> =>
  parameter(name, description, Type.Enum([...values]), { reading: 'text', absent: null, ...rest })

/** One or more values of a closed list, separated by commas; null when absent. */
export const choices = <const N extends string, const T extends string>(
  name: N,
  description: string,
  values: readonly T[],
  { example, ...rest }: Options & { example: T },
): Parameter<N, T[] | null> =>
  parameter(name, `${description} Separate several with commas.`, Type.Array(Type.Enum([...values])), {
    reading: 'list',
    absent: null,
    example: [example],
    style: 'form',
    explode: false,
    ...rest,
  })

/** An integer; null when absent. */
export const integer = <const N extends string>(
  name: N,
  description: string,
  schema: TSchema,
  example: number,
): Parameter<N, number | null> =>
  parameter(name, description, schema, { reading: 'integer', absent: null, example })

/** `offset`, and others with a value when they are absent. */
export const integerOr = <const N extends string>(
  name: N,
  description: string,
  standard: number,
  { minimum, maximum, max }: { minimum: number; maximum?: number; max?: number },
): Parameter<N, number> =>
  parameter(
    name,
    description,
    Type.Integer({ minimum, ...(maximum === undefined ? {} : { maximum }), default: standard }),
    { reading: 'integer', absent: standard, example: standard, ...(max === undefined ? {} : { max }) },
  )

/** Most entries of a page. No `maximum` in the schema: a greater number is no error. */
export function limit(listed: PageList): Parameter<'limit', number> {
  const { standard, max } = PAGE_SIZES[listed]
  const description = `Entries per page: ${standard} if omitted, at most ${max}. A greater number is lowered to ${max}.`
  return integerOr('limit', description, standard, { minimum: 1, max })
}

/** A date, a UTC date-time, or a day relative to now: epoch milliseconds; null when absent. */
export const day = <const N extends string>(
  name: N,
  description: string,
  example: string,
): Parameter<N, number | null> =>
  parameter(
    name,
    `${description} A date, a UTC date-time, or \`today\`, \`yesterday\`, \`tomorrow\` (days of UTC).`,
    Type.String(),
    { reading: 'day', absent: null, example },
  )

/** A UTC instant or a date: epoch milliseconds; null when absent. */
export const instant = <const N extends string>(
  name: N,
  description: string,
  example: string,
): Parameter<N, number | null> =>
  parameter(name, description, Type.String(), { reading: 'instant', absent: null, example })

/** A header. Handlers do not get it: the registrar and the commands read it. */
export const header = <const N extends string>(
  name: N,
  description: string,
  example: string,
  schema: TSchema = Type.String(),
): Parameter<N, never> =>
  ({
    name,
    in: 'header',
    description,
    schema,
    example,
    reading: 'text',
    absent: null,
    maxLength: MAX_LENGTH,
  }) as unknown as Parameter<N, never>
