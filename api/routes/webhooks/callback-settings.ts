/** Settings of a callback that are checked further, or sealed, before they are stored (webhooks.md 2). */
import { ApiError } from '../../../schemas/base/errors.js'
import { checkCallbackUrl } from '../../../schemas/webhooks/callback-url.js'
import type { CallbackChange, CallbackSettingsChange } from '../../../schemas/webhooks/callback.js'
import { customHeadersError } from '../../../schemas/webhooks/custom-headers.js'
import { normaliseFilter } from '../../../schemas/webhooks/event-filter.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'

export interface ParsedSettings {
  settings: CallbackSettingsChange
  /** Sealed; undefined: they stay as they are, null: there are none in the new URL. */
  credentials: Uint8Array | null | undefined
}

/** The given settings as they are stored. Throws `invalid_request` naming the field. */
export function parseSettings(
  deps: Pick<WebhookDeps, 'urlRules' | 'seal'>,
  { url, filter, headers, ...rest }: CallbackChange,
): ParsedSettings {
  const settings: CallbackSettingsChange = { ...rest }
  let credentials: ParsedSettings['credentials']
  if (url !== undefined) {
    const checked = parseUrl(deps, url)
    settings.url = checked.url
    credentials = checked.credentials === null ? null : deps.seal(checked.credentials)
  }
  if (filter !== undefined) settings.filter = filter === null ? null : normaliseFilter(filter)
  if (headers !== undefined) settings.headers = sealHeaders(deps, headers ?? {})
  return { settings, credentials }
}

function parseUrl(
  deps: Pick<WebhookDeps, 'urlRules'>,
  text: string,
): { url: string; credentials: string | null } {
  const checked = checkCallbackUrl(text, deps.urlRules)
  if (checked.is === 'refused')
    throw new ApiError('invalid_request', `Field "url" is not accepted. ${checked.why}`)
  return { url: checked.url, credentials: checked.credentials }
}

function sealHeaders(
  deps: Pick<WebhookDeps, 'seal'>,
  headers: Record<string, string>,
): CallbackSettingsChange['headers'] {
  const error = customHeadersError(headers)
  if (error !== null) throw new ApiError('invalid_request', `Field "headers" ${error}.`)
  const names = Object.keys(headers)
  return { names, sealed: names.length === 0 ? null : deps.seal(JSON.stringify(headers)) }
}
