import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'

/** `ZSTD_d_windowLogMax` of zstd, which the types of older runtimes lack. */
const WINDOW_LOG_MAX = 100
/** Content codings have windows of at most 8 MiB (RFC 9659 3), each of which a decoder keeps in memory. */
const CONTENT_WINDOW_LOG = 23

type Create = (options: { params: Record<number, number> }) => Transform
const { createZstdDecompress: create } = zlib as { createZstdDecompress?: Create }

/** Makes a decoder of the content coding zstd (RFC 8878); null where Node has none, before 22.15 and 23.8. */
export const zstdDecoder =
  create === undefined ? null : () => create({ params: { [WINDOW_LOG_MAX]: CONTENT_WINDOW_LOG } })
