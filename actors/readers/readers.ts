/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { boardingPass } from './boarding-pass/boarding-pass.js'
import { exportsReader } from './exports/exports-reader.js'
import { icalendar } from './icalendar/icalendar.js'
import { mail } from './mail/mail.js'
import { orderReader } from './order/order-reader.js'
import { pnr } from './pnr/pnr.js'
import type { DocumentReader } from './reader.js'
import { schemaOrg } from './schema-org/schema-org.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [
  schemaOrg,
  mail,
  boardingPass,
  icalendar,
  orderReader,
  exportsReader,
  pnr,
]
