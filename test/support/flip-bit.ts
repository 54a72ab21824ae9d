/** Damage on the disk of a nats-server. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { natsStore } from './servers.js'

/**
 * Flips one bit of each of the texts in the messages that the server in `dir` has stored. Throws if one is not there: a
 * block that is closed may be compressed.
 */
export function flipBits(dir: string, texts: readonly string[]): void {
  const store = natsStore(dir)
  const blocks = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.blk'),
  )
  const left = new Set(texts)
  for (const block of blocks) {
    const path = join(store, block)
    const bytes = readFileSync(path)
    for (const text of left) {
      const at = bytes.indexOf(text)
      if (at < 0) continue
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.of((bytes[at] ?? 0) ^ 1), 0, 1, at)
      closeSync(file)
      left.delete(text)
    }
  }
  if (left.size > 0) throw new Error(`no block holds ${[...left].join(', ')}`)
}
