/** What an application may do, in sentences for the member who decides (oauth.md 6.1). */
import { SCOPES } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes, Scope } from '../../../schemas/oauth/scope.js'

/**
 * Everything that the endpoints of a scope can do, the unpleasant included. When adding an endpoint, check
 * that its sentence stands here.
 */
const SENTENCES: Readonly<Record<Scope, readonly string[]>> = {
  'trips:read': [
    'see your trips and everything on them, past and future, from every source, and be notified of changes',
  ],
  'trips:write': [
    'add travel segments, and change or withdraw those that it added or that were entered by hand',
    'create trips; change their title, dates, notes and who may see them; merge and split them',
    'delete your trips',
  ],
  'profile:read': [
    'see your profile: name, email address, present and former homes, time zone; and be notified of changes',
  ],
  'profile:write': ['change your profile: name, home and time zone'],
  accounts: [
    'see your loyalty accounts with their numbers, and be notified of changes',
    'register loyalty accounts for you, and remove them',
  ],
  calendar: [
    'read your itinerary as a calendar',
    'create and delete calendar addresses, which show your itinerary to anyone who has one',
  ],
}

/** The sentences for these scopes, in the order of `SCOPES`, each continuing "It will be able to". */
export function accessSummary(scopes: GrantedScopes): string[] {
  return (scopes ?? SCOPES).flatMap((scope) => SENTENCES[scope])
}
