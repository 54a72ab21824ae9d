/** All tools, in the order in which clients list them. */
import type { Tool } from '../tool.js'
import { findPlacesTool, findSourcesTool } from './places.js'
import { explainTool, getTripTool, listTripsTool, searchSegmentsTool } from './reads.js'
import {
  changeSegmentTool,
  checkSubmissionTool,
  submitDocumentTool,
  submitSegmentsTool,
  withdrawSegmentTool,
} from './writes.js'

export const TOOLS: readonly Tool[] = [
  listTripsTool,
  getTripTool,
  searchSegmentsTool,
  explainTool,
  submitSegmentsTool,
  submitDocumentTool,
  checkSubmissionTool,
  changeSegmentTool,
  withdrawSegmentTool,
  findPlacesTool,
  findSourcesTool,
]
