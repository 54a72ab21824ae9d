/** Addresses that people type, often with a slash at the end. Everything else below them is a 404 page. */
import { problem, redirect } from './lib/page-result.js'
import type { PageResult } from './lib/page-result.js'
import type { Page } from './lib/page.js'

const fixed = (path: string, result: PageResult): Page<object> => ({
  route: `GET ${path}`,
  answer: async () => await Promise.resolve(result),
})

const nothing = (href: string, text: string): PageResult => problem('not_found', { next: { href, text } })

export const entryPages = [
  fixed('/', redirect('/docs')),
  fixed('/account', redirect('/account/trips')),
  fixed('/account/', redirect('/account')),
  fixed('/console', redirect('/console/apps')),
  fixed('/console/', redirect('/console')),
  fixed('/account/*', nothing('/account/trips', 'Go to your itinerary')),
  fixed('/console/*', nothing('/console/apps', 'Go to your applications')),
]
