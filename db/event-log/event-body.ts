/**
 * The text of an event of the log, as it was when it happened. The document that it shows is stored once: with its
 * segment or trip while that has this version, then in `past_document` for as long as the event is in the log
 * (decision 79). One statement reads both, so that a commit in between does not matter.
 */
import { API_VERSION, END_OF_NEW_EVENT, TEST_MARK } from '../../schemas/webhooks/event.js'
import { isTestSql } from './test-events.js'

/** SQL: the body of an event, of which the columns of `EVENT_PARTS` are in `e`. */
export const eventBody = (e: string): string => `case when ${e}.version is null then ${e}.body else
  '{"id":"' || ${e}.id || '","type":"' || ${e}.type || '","created":"'
    || to_char(${e}.created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    || '","member_id":"' || ${e}.member_id || '","resource_id":"' || ${e}.resource_id
    || '","sequence":' || ${e}.sequence || ',"api_version":"${API_VERSION}",'
    || case when ${isTestSql(`${e}.member_id`)} then '${TEST_MARK}' else '' end || '"data":{"object":'
    || coalesce(
      case when ${e}.type like 'segment.%' then ${currentDocument('segment', e)}
        else ${currentDocument('trip', e)} end,
      (select doc from past_document
        where updated = ${e}.created and member_id = ${e}.member_id and id = ${e}.resource_id::bigint
          and version = ${e}.version),
      '{"id":"' || ${e}.resource_id || '"}')
    || case ${e}.body when '' then '${END_OF_NEW_EVENT}' else ${e}.body end
  end`

function currentDocument(table: 'segment' | 'trip', e: string): string {
  return `(select doc from ${table}
        where member_id = ${e}.member_id and id = ${e}.resource_id::bigint and version = ${e}.version)`
}

/** SQL: what the body is made from, of event `e`. */
export const EVENT_PARTS =
  'e.id, e.type, e.created, e.member_id, e.resource_id, e.sequence, e.version, e.body'
