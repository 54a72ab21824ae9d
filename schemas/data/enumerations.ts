/** The values of the enumerations of the API; the reference shows their meanings. */
import ENUMERATIONS from './enumerations.json' with { type: 'json' }

type Name = keyof typeof ENUMERATIONS
export type ValueOf<N extends Name> = keyof (typeof ENUMERATIONS)[N]['meanings'] & string

/** In the order in which they are shown. */
export const values = <N extends Name>(name: N) =>
  Object.keys(ENUMERATIONS[name].meanings) as Array<ValueOf<N>>
