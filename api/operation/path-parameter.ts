/** Parameters in paths: what they are, and how a malformed one is answered. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { isId } from '../../schemas/base/ids.js'
import type { Problem } from './problem.js'

export interface PathParameter<T extends string = string> {
  description: string
  example: string
  schema: TSchema
  /** The value that the text stands for; a problem if it stands for none. */
  read: (text: string) => T | Problem
  /** A closed list: each is served under a path of its own, in lower case. */
  values?: readonly T[]
}

/** @param malformed the answer to a text that is no such parameter */
export const pathParameter = (
  description: string,
  example: string,
  is: (text: string) => boolean,
  malformed: Problem | ((text: string) => Problem),
): PathParameter => ({
  description,
  example,
  schema: Type.String(),
  read: (text) => {
    if (is(text)) return text
    return typeof malformed === 'function' ? malformed(text) : malformed
  },
})

/** The id of a resource; a malformed one is answered like an unknown one. */
export const idParameter = (
  description: string,
  example: string,
  malformed: Problem | ((text: string) => Problem),
): PathParameter => pathParameter(description, example, isId, malformed)

/** One of a closed list, written in lower case in paths. */
export function choiceInPath<T extends string>(description: string, values: readonly T[]): PathParameter<T> {
  const inPath = values.map((value) => value.toLowerCase())
  return {
    description,
    example: inPath[0]!,
    schema: Type.Enum(inPath),
    read: (text) => values[inPath.indexOf(text)]!,
    values,
  }
}
