/** The files of an Apple Wallet pass or of a bundle of passes, without more than is read of them. */
import { unzipSync } from 'fflate'
import { documentText } from '../document-text.js'

const MOST_ENTRIES = 2_000
/** Bytes that an entry may have, by its name; others are not inflated. */
const LIMITS: ReadonlyArray<readonly [RegExp, number]> = [
  [/^pass\.json$/, 1_000_000],
  [/^[\w-]{2,16}\.lproj\/pass\.strings$/, 200_000],
  [/^[^/]{1,200}\.pkpass$/i, 5_000_000],
]
/** All entries together. */
const MOST_BYTES = 20_000_000

/** By name. Null: it is no zip, or larger than any pass is. */
export function passFiles(bytes: Uint8Array): Map<string, Uint8Array> | null {
  let entries = 0
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        entries += 1
        const limit = LIMITS.find(([form]) => form.test(name))?.[1]
        if (limit === undefined && entries <= MOST_ENTRIES) return false
        total += Math.max(originalSize, size)
        if (limit === undefined || originalSize > limit || total > MOST_BYTES)
          throw new RangeError('too large')
        return true
      },
    })
    return new Map(Object.entries(files))
  } catch {
    return null
  }
}

/** What the texts of a pass stand for: English, else the first language. */
export function passStrings(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> {
  const names = [...files.keys()].filter((name) => name.endsWith('/pass.strings')).toSorted()
  const bytes = files.get(names.find((name) => /^en[-_.]/.test(name)) ?? names[0] ?? '')
  if (bytes === undefined) return new Map()
  // UTF-16 without a mark has zeros between the letters.
  const text =
    bytes[1] === 0 && bytes[0] !== 0xff ? new TextDecoder('utf-16le').decode(bytes) : documentText(bytes)
  const pairs = text.matchAll(/"((?:[^"\\]|\\.)*)"\s{0,9}=\s{0,9}"((?:[^"\\]|\\.)*)"\s{0,9};/g)
  return new Map([...pairs].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]))
}

const unescaped = (text: string): string => text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')
