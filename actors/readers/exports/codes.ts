/** Names with codes in brackets, as `Zurich / Zurich (ZRH/LSZH)` and `Swiss (LX/SWR)`. */

export interface Coded {
  name: string | undefined
  /** Of two or three characters. */
  iata: string | undefined
  /** Of three or four letters. */
  icao: string | undefined
}

const absent = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** @param iataLength 3 for airports, 2 for airlines */
export function readCoded(text: string, iataLength: 2 | 3): Coded {
  const opens = text.endsWith(')') ? text.lastIndexOf('(') : -1
  const codes =
    opens < 0
      ? []
      : text
          .slice(opens + 1, -1)
          .split('/')
          .map((code) => code.trim().toUpperCase())
  const ofLength = (length: number): string | undefined =>
    codes.find((code) => code.length === length && /^[A-Z0-9]+$/.test(code))
  const name = opens < 0 ? text : text.slice(0, opens)
  return { name: absent(name.trim()), iata: ofLength(iataLength), icao: ofLength(iataLength + 1) }
}
