/** The bytes of a document as text. */

const BYTE_ORDER_MARKS: ReadonlyArray<[readonly number[], string]> = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** 0x80 to 0x9f in Windows-1252, which some runtimes decode as if they were of Latin-1. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const ofWindows = (character: string): string => WINDOWS[character.charCodeAt(0) - 0x80] ?? character

/** In the encoding that its mark names, else UTF-8, else Windows-1252; without the mark. Never throws. */
export function documentText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replaceAll(/[\x80-\x9f]/g, ofWindows)
  }
}
