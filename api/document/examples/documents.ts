/** Examples of documents and of the result of reading them. */
export const acceptedDocumentExample = {
  id: '58241077248040',
  status: 'received',
  batches: ['58241077248041'],
}

export const documentExample = {
  id: '58241077248040',
  status: 'read',
  name: 'trip.ics',
  media_type: 'text/calendar',
  size: 1_204,
  source: null,
  received: '2026-02-01T09:30:00Z',
  dry_run: false,
  format: 'icalendar',
  error_description: null,
  batches: ['58241077248041'],
  parts: [
    { at: 'line 3', result: 'read', segment: 0, problems: [] },
    {
      at: 'line 19',
      result: 'refused',
      segment: null,
      problems: [{ field: 'destination', description: 'The destination is not named; add it to LOCATION.' }],
    },
  ],
  segments: null,
}
