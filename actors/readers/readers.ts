/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { boardingPass } from './boarding-pass/boarding-pass.js'
import { icalendar } from './icalendar/icalendar.js'
import { pnr } from './pnr/pnr.js'
import type { DocumentReader } from './reader.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [boardingPass, icalendar, pnr]
