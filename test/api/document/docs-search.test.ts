/** The search of the documentation, with the words that readers try. */
import t from 'tap'
import { findEntries } from '../../../api/assets/search-match.js'
import { describingServer } from '../../support/api/describing-server.js'

const app = await describingServer(t)
const search = JSON.parse((await app.inject('/docs/search.json')).body) as Array<
  [title: string, kind: string, address: string, words: string]
>

t.test('search finds what readers look for', async (t) => {
  const wanted: Array<[query: string, among: RegExp]> = [
    ['signature', /reliable-webhooks/],
    ['verify webhook signature', /reliable-webhooks/],
    ['refresh token', /oauth|sign-in-members|quickstart/],
    ['localhost', /guides/],
    ['invalid_source', /segment-error\.invalid_source/],
    ['unknown field', /./],
    ['certificate', /guides\/quickstart/],
    ['listen', /guides/],
    ['sdk', /guides/],
    ['typescript', /guides/],
    ['sign up', /guides/],
    ['hotl', /Hotel|hotel/i],
    ['segmnts', /segments/i],
    ['rate limit', /guides|reference\/(requests|errors)/],
    ['retry', /guides/],
    ['mail', /guides/],
    ['request to your webhook', /reference\/events#webhook( |$)/],
    ['webhook-signature', /events#webhook\.webhook-signature/],
    ['dry_run', /webhooks#(replayCallback\.body|CallbackReplay)\.dry_run/],
    ['offset', /#list\w+\.offset/],
    ['pagination', /^\S*requests#lists-and-pages/],
    ['date format', /^\S*requests#date-formats/],
    ['dedupe', /^\S*guides\/trips-from-segments#matching/],
    ['sandbox', /guides\/reliable-webhooks#try-it-on-your-machine/],
    ['ical', /trips#(getCalendar|listCalendarFeeds)/],
    ['python', /guides/],
    ['webhook', /^\S*guides\/.* \S*guides\/reliable-webhooks /],
    ['cancel', /^\S*guides\/change-and-cancel/],
    ['sync', /^\S*guides\/keep-in-sync /],
  ]
  for (const [query, among] of wanted) {
    const addresses = findEntries(search, query).map(([, , address]) => address)
    t.match(addresses.join(' '), among, query)
  }
  t.match(findEntries(search, 'oauth')[0]?.[0], /OAuth/, 'titles come first')
  t.same(findEntries(search, 'signature qqqqqqq'), [], 'every word has to match')
})
