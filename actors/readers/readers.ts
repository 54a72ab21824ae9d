/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { exportsReader } from './exports/exports-reader.js'
import { orderReader } from './order/order-reader.js'
import type { DocumentReader } from './reader.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [orderReader, exportsReader]
