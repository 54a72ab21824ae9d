/** The settings of how long what grows with traffic is kept; ops/docs/retention.md lists them together with what is fixed. */
import Type from 'typebox'

const days = (value: number, description: string, minimum: number, maximum: number) =>
  Type.Integer({ default: value, minimum, maximum, description })

export const RetentionSettings = {
  KEEP_RAW_BATCH_DAYS: days(
    0,
    'Days for which messages are kept as they were sent, to the end of the month; needed to see a batch, and to fold ' +
      'members again from the beginning. 0: for ever; otherwise 32 or more.',
    0,
    36_500,
  ),
  KEEP_EVENT_DAYS: days(
    30,
    'Days for which events can be read, delivered and sent again. Partners rely on 30. The same for fold and deliver.',
    4,
    366,
  ),
  KEEP_ATTEMPT_DAYS: days(30, 'Days for which attempts to deliver webhooks are listed.', 4, 366),
  KEEP_REQUEST_DAYS: days(30, 'Days for which developers can look up requests.', 1, 366),
  KEEP_DOCUMENT_DAYS: days(
    0,
    'Days for which the bytes of documents are kept after they arrived. 0: until they are read. The same for jobs and ' +
      'deliver.',
    0,
    366,
  ),
  KEEP_GONE_DAYS: days(
    400,
    'Days for which deleted and merged segments and trips stay readable. Partners rely on 400.',
    1,
    36_500,
  ),
  KEEP_PAST_TRIP_DAYS: days(
    0,
    'Days after which a trip that has ended is deleted with its segments, as its member would; they stay readable as ' +
      'Deleted for KEEP_GONE_DAYS. 0: for ever.',
    0,
    36_500,
  ),
  KEEP_AUDIT_DAYS: days(400, 'Days for which entries of the audit log are kept.', 30, 36_500),
}
