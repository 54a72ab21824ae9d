/** What is read of the JSON Schema of a body: messages and the search for unknown fields are made from it. */
export interface Shape {
  type?: string
  pattern?: string
  maxItems?: number
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  examples?: unknown[]
  'x-kind'?: string
}

export const acceptsNull = ({ type, anyOf }: Shape): boolean =>
  type === 'null' || anyOf?.some(acceptsNull) === true

/** A schema without the null that it also takes. */
export const innerShape = (shape: Shape | undefined): Shape | undefined => shape?.anyOf?.[0] ?? shape

/** The schema at the path of an error, a JSON pointer in parts. */
export function shapeAt(shape: Shape | undefined, [name, ...rest]: string[]): Shape | undefined {
  const inner = innerShape(shape)
  return name === undefined ? inner : shapeAt(inner?.items ?? inner?.properties?.[name], rest)
}
