/** All readers, in the order in which they are asked: the more exactly one knows its documents, the earlier. */
import { icalendar } from './icalendar/icalendar.js'
import type { DocumentReader } from './reader.js'

export const DOCUMENT_READERS: readonly DocumentReader[] = [icalendar]
