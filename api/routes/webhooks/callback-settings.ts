/** Settings of a callback that are checked further, or sealed, before they are stored (webhooks.md 2). */
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'
import { invalidValue, withHint } from '../../../schemas/segment/validation/segment-error.js'
import { checkCallbackUrl } from '../../../schemas/webhooks/callback-url.js'
import type {
  CallbackChange,
  CallbackRow,
  CallbackSettingsChange,
} from '../../../schemas/webhooks/callback.js'
import { unknownChangedFields } from '../../../schemas/webhooks/changed-field-names.js'
import { customHeadersError, sealHeaders } from '../../../schemas/webhooks/custom-headers.js'
import { normaliseFilter } from '../../../schemas/webhooks/event-filter.js'
import { expandEvents } from '../../../schemas/webhooks/event.js'
import { InvalidBodyError } from '../../http/faults/invalid-body-error.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'

export interface ParsedSettings {
  settings: CallbackSettingsChange
  /** Sealed; undefined: they stay as they are, null: there are none in the new URL. */
  credentials: Uint8Array | null | undefined
}

/** What the schema of a callback cannot express. */
export function settingErrors(
  { url, events, filter, headers }: Partial<CallbackChange>,
  { urlRules }: Pick<WebhookDeps, 'urlRules'>,
): SegmentError[] {
  const errors: SegmentError[] = []
  const checked = url === undefined ? null : checkCallbackUrl(url, urlRules)
  if (checked?.is === 'refused')
    errors.push(invalidValue('url', `is not accepted. ${checked.why.slice(0, -1)}`))
  const problem = customHeadersError(headers ?? {})
  if (problem !== null) errors.push(invalidValue('headers', problem))
  errors.push(...filterErrors(filter?.changed_fields, events && expandEvents(events)))
  return errors
}

/** Names that no update has: the filter would let none of them through. */
function filterErrors(names: readonly string[] = [], events?: readonly string[]): SegmentError[] {
  return unknownChangedFields(names, events).map(({ at, name, resources, likely }) =>
    withHint(
      invalidValue(`filter.changed_fields.${at}`, `is "${name}", which no ${resources} has`),
      likely === null ? null : `Did you mean "${likely}"?`,
    ),
  )
}

/**
 * Refuses a change of the events alone, or of the filter alone, that does not fit the other as it is stored. Only
 * with both is it known which names of fields there may be. Throws an `InvalidBodyError`.
 */
export function requireFittingFilter({ events, filter }: CallbackSettingsChange, stored: CallbackRow): void {
  if ((events === undefined) === (filter === undefined)) return
  const names = (filter === undefined ? stored.filter : filter)?.changed_fields
  const unknown = unknownChangedFields(names ?? [], events ?? stored.events)
  if (unknown.length === 0) return
  if (filter !== undefined) throw new InvalidBodyError(filterErrors(names, stored.events))
  const fields = unknown.map(({ name }) => `"${name}"`).join(', ')
  throw new InvalidBodyError([
    withHint(
      invalidValue(
        'events',
        `has no updates with ${fields}, which the stored filter names in changed_fields`,
      ),
      'Send the filter with the events: null for none, or with other changed_fields.',
    ),
  ])
}

/** The given settings, which were checked, as they are stored. */
export function parseSettings(
  deps: Pick<WebhookDeps, 'urlRules' | 'seal'>,
  { url, events, filter, headers, ...rest }: CallbackChange,
): ParsedSettings {
  const settings: CallbackSettingsChange = { ...rest }
  let credentials: ParsedSettings['credentials']
  if (url !== undefined) {
    const checked = parseUrl(deps, url)
    settings.url = checked.url
    credentials = checked.credentials === null ? null : deps.seal(checked.credentials)
  }
  if (events !== undefined) settings.events = expandEvents(events)
  if (filter !== undefined) settings.filter = filter === null ? null : normaliseFilter(filter)
  if (headers !== undefined) settings.headers = sealHeaders(headers ?? {}, deps.seal)
  return { settings, credentials }
}

function parseUrl(
  deps: Pick<WebhookDeps, 'urlRules'>,
  text: string,
): { url: string; credentials: string | null } {
  const checked = checkCallbackUrl(text, deps.urlRules)
  if (checked.is === 'refused') throw new TypeError('a webhook URL was not checked')
  return { url: checked.url, credentials: checked.credentials }
}
