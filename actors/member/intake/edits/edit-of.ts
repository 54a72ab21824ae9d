import type { Edit } from '../../../../schemas/itinerary/edit.js'

/** The edit of one kind. */
export type EditOf<Kind extends Edit['do']> = Extract<Edit, { do: Kind }>
