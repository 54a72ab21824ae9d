import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'

/** `ZSTD_d_windowLogMax` of zstd, which the types of older runtimes lack. */
const WINDOW_LOG_MAX = 100

type Create = (options: { params: Record<number, number> }) => Transform
const { createZstdDecompress: create } = zlib as { createZstdDecompress?: Create }

/**
 * Makes a zstd decoder (RFC 8878) for windows of at most 2 ** `windowLog` bytes, which it keeps in memory; null on Node
 * before 22.15 and 23.8, which has none.
 */
export const zstdDecoder =
  create === undefined
    ? null
    : (windowLog: number): Transform => create({ params: { [WINDOW_LOG_MAX]: windowLog } })
