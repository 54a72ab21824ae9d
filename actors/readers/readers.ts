/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { mail } from './mail/mail.js'
import type { DocumentReader } from './reader.js'
import { schemaOrg } from './schema-org/schema-org.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [schemaOrg, mail]
