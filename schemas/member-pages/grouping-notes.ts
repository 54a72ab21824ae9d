/** What the rules found out about a member that no document of theirs shows. */
import type { Id } from '../base/ids.js'

/** The home that the rules work with where none is stated (RULES 5.2.1). */
export interface InferredHome {
  /** Null if no city is known there. */
  city: string | null
  lat: number
  lon: number
}

export interface GroupingNotes {
  /** Null if a home is stated, or too little travel is known. As of the last change of the itinerary. */
  home: InferredHome | null
  /** Segments that the member took out of their trips (RULES 5.16). */
  takenOut: Id[]
}

export interface GroupingNoteReads {
  /** Of a member without any itinerary: nothing. */
  byId: (member: Id) => Promise<GroupingNotes>
}
