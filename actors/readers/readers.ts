/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { exportsReader } from './exports/exports-reader.js'
import { orderReader } from './order/order-reader.js'
import type { DocumentReader } from './reader.js'
import { schemaOrg } from './schema-org/schema-org.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [schemaOrg, orderReader, exportsReader]
