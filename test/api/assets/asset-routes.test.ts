/** The stylesheet and the script of the pages: how long browsers may keep them. */
import t from 'tap'
import { authNode } from '../../support/auth/auth-node.js'

const node = await authNode(t)

t.test('an asset is kept for a year under the address that pages refer to', async (t) => {
  const page = (await node.call('/console/login')).text
  const addresses = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address]) => address!)
  t.match(addresses.join(' '), /pages\.css\?v=[\w-]{12} .*pages\.js\?v=[\w-]{12}/)
  for (const address of addresses) {
    const { status, headers } = await node.call(address)
    t.equal(status, 200)
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    t.match(headers['content-type'], address.includes('.js') ? /^text\/javascript/ : /^text\/css/)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

t.test('with another hash, or none, it is kept for an hour only', async (t) => {
  for (const address of ['/assets/pages.js', '/assets/pages.js?v=old', '/assets/pages.css?v=1&v=2'])
    t.equal((await node.call(address)).headers['cache-control'], 'public, max-age=3600', address)
})
