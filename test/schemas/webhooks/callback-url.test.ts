import t from 'tap'
import {
  CALLBACK_URL_RULES,
  callbackUrlHint,
  checkCallbackUrl,
} from '../../../schemas/webhooks/callback-url.js'

const read = (url: string, dev = false): string => {
  const result = checkCallbackUrl(url, { ...CALLBACK_URL_RULES, dev })
  return result.is === 'fine' ? result.url : result.is
}

t.test('accepted', async (t) => {
  t.equal(read('https://hooks.example.com'), 'https://hooks.example.com/')
  t.equal(read('https://HOOKS.example.com:443/in?tenant=7'), 'https://hooks.example.com/in?tenant=7')
  t.equal(read('https://hooks.example.com:8443/in'), 'https://hooks.example.com:8443/in')
  t.equal(read('https://1.1.1.1/in'), 'https://1.1.1.1/in')
  t.equal(read('https://[2606:4700:4700::1111]/in'), 'https://[2606:4700:4700::1111]/in')
  t.same(checkCallbackUrl('https://us%40er:p%3Aw@hooks.example.com/', CALLBACK_URL_RULES), {
    is: 'fine',
    url: 'https://hooks.example.com/',
    credentials: 'us@er:p:w',
  })
})

t.test('refused', async (t) => {
  for (const url of [
    'https://hooks.example.com/in#f',
    'https://hooks.example.com/#',
    'https://hooks.example.com/?a#b',
  ])
    t.match(checkCallbackUrl(url, CALLBACK_URL_RULES), { is: 'refused', why: /fragment/ }, url)
  for (const url of [
    '',
    'hooks.example.com',
    '/in',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'javascript:1',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:6379/',
    'https://localhost/',
    'https://intranet/',
    'https://localhost./',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://x.localhost/',
    'https://db.home.arpa/',
    'https://PRINTER.LOCAL./',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://192.168.0.1:8443/',
    'https://100.64.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[2002:a00:1::]/',
    'https://①②⑦.0.0.1/',
    `https://hooks.example.com/${'x'.repeat(2_100)}`,
  ])
    t.equal(read(url), 'refused', url)
})

t.test("on a developer's machine: http, loopback, any port; other private addresses never", async (t) => {
  for (const url of ['http://localhost:3000/in', 'http://127.0.0.1:9/', 'https://[::1]:9443/'])
    t.equal(read(url, true), url)
  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://printer.local/',
    'http://[::ffff:127.0.0.1]/',
  ])
    t.equal(read(url, true), 'refused', url)
})

t.test('says what holds', async (t) => {
  t.equal(callbackUrlHint(CALLBACK_URL_RULES), 'A public https address, port 443 or 8443.')
  const dev = { ...CALLBACK_URL_RULES, dev: true }
  t.match(callbackUrlHint(dev), /set up for development: https or http, any port, also on this machine/)
  t.match(checkCallbackUrl('ftp://localhost/', dev), { why: 'The url must use https or http, not ftp.' })
  t.match(checkCallbackUrl('http://10.0.0.1/', dev), { why: /neither public nor on this machine/ })
})
