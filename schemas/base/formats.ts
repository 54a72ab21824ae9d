/**
 * How the API writes instants, ids and numbers (contract.md 1), as schemas. The API document describes each form once,
 * under the name in `x-named`.
 */
import Type from 'typebox'

/** `2026-11-20T09:30:00Z`. A short pattern: the API document has it a hundred times. */
export const Instant = (description: string) =>
  Type.String({
    'x-named': 'Instant',
    description,
    pattern: '^[-\\dT:]{19}Z$',
    examples: ['2026-11-20T09:30:00Z'],
  })

/** `2026-11-20T09:30:00`, or `2026-11-20` if the time is not known. */
export const Local = (description: string) =>
  Type.String({
    'x-named': 'LocalDateTime',
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2})?$',
    examples: ['2026-03-14T18:30:00'],
  })

/** An id as a decimal string without leading zeros (contract.md 1). */
export const Identifier = (description: string) =>
  Type.String({ 'x-named': 'Id', description, pattern: '^[1-9][0-9]{0,15}$', examples: ['58241077248001'] })

/** Text of any length: for responses, not for requests. */
export const Text = (description: string) => Type.String({ description })

/**
 * A number as a decimal string without an exponent, so that coordinates, prices and distances lose no digits.
 */
export const Decimal = (description: string) =>
  Type.String({ 'x-named': 'Decimal', description, pattern: '^-?\\d+(\\.\\d+)?$', examples: ['47.45806'] })

/** The key is always present; null if there is no value. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
