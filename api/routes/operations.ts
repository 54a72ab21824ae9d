/** The operations of the API. Those of the authorization server and of webhooks are plugins of their own. */
import type { FairTurns } from '../limits/fair-turns.js'
import type { Operation } from '../operation/declaration.js'
import { createAccount, deleteAccount, getAccount, listAccounts } from './accounts.js'
import { getBatch } from './batches.js'
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from './calendar-feeds.js'
import { getCalendar } from './calendar.js'
import type { CalendarDeps } from './calendar.js'
import { getDocumentReading, listDocuments, submitDocument, confirmDocument } from './documents/documents.js'
import { listFeedDays, listFeedReports } from './feed-reports.js'
import { searchAirports, searchCities } from './locations.js'
import { getMe, updateMe } from './me.js'
import { submitSegments } from './segment-batch.js'
import {
  createSegment,
  deleteSegment,
  deleteSegmentOfType,
  updateSegment,
  updateSegmentOfType,
} from './segment-writes.js'
import { getSegment, getSegmentOfType, listSegments, listSegmentsOfType } from './segments.js'
import { getSource, listSources } from './sources.js'
import type { ListAnswers } from './trips/list-answers.js'
import { createTrip, deleteTrip, mergeTrips, splitTrip, updateTrip } from './trips/trip-edits.js'
import {
  getCurrentTrip,
  getTrip,
  listPastTrips,
  listPastTripsAlias,
  listTrips,
  listUpcomingTrips,
} from './trips/trips.js'

interface OperationDeps extends CalendarDeps {
  turns: FairTurns
  tripLists: ListAnswers
}

/** In the order of the document. */
export const OPERATIONS: ReadonlyArray<Operation<OperationDeps>> = [
  getMe,
  updateMe,
  listTrips,
  listUpcomingTrips,
  listPastTrips,
  listPastTripsAlias,
  getCurrentTrip,
  getTrip,
  createTrip,
  updateTrip,
  deleteTrip,
  mergeTrips,
  splitTrip,
  submitSegments,
  listSegments,
  getSegment,
  createSegment,
  updateSegment,
  deleteSegment,
  listSegmentsOfType,
  getSegmentOfType,
  updateSegmentOfType,
  deleteSegmentOfType,
  getBatch,
  submitDocument,
  listDocuments,
  getDocumentReading,
  confirmDocument,
  listAccounts,
  getAccount,
  createAccount,
  deleteAccount,
  listSources,
  getSource,
  searchCities,
  searchAirports,
  createCalendarFeed,
  listCalendarFeeds,
  deleteCalendarFeed,
  getCalendar,
  listFeedDays,
  listFeedReports,
]
