import type { Parameters } from '../../../oauth/parameters.js'

/** The texts that a form was filled with, as it carries them in `was`: only what differs from them is a change. */
export function textsSent(sent: Parameters): Record<string, string> {
  try {
    const was: unknown = JSON.parse(sent.get('was') ?? '{}')
    return Object.fromEntries(
      Object.entries(was as object).filter((one): one is [string, string] => typeof one[1] === 'string'),
    )
  } catch {
    return {}
  }
}
