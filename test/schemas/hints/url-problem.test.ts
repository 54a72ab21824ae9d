import t from 'tap'
import { absoluteUrlProblem } from '../../../schemas/hints/url-problem.js'
import { redirectUrlError } from '../../../api/pages/developer/redirect-url.js'
import { CALLBACK_URL_RULES, checkCallbackUrl } from '../../../schemas/webhooks/callback-url.js'

t.test('what is missing is named', async (t) => {
  for (const [text, problem] of [
    ['', /is empty; enter one such as https:/],
    ['example.com/callback', /no scheme; write https:\/\/example\.com\/callback\.$/],
    ['example.com:8443/callback', /no scheme; write https:\/\/example\.com:8443\/callback/],
    ['localhost:3000', /no scheme/],
    ['//example.com/', /no scheme; write https: before it/],
    ['/callback', /only a path; add https:\/\/ and the host/],
    ['https:example.com', /no "\/\/" after https:/],
    ['https://', /no host/],
    ['https:///callback', /no host/],
    ['https://:8443/', /no host/],
    ['https://exa mple.com/', /space/],
    ['https://example.com:99999/', /impossible host or port: example\.com:99999/],
    ['https://[::1/', /impossible host/],
  ] as const)
    t.match(absoluteUrlProblem(text, 'The URL') ?? 'nothing', problem, text)
  for (const text of [
    'https://example.com',
    'HTTP://localhost:3000/in',
    'ftp://example.com/',
    'javascript:1',
  ])
    t.equal(absoluteUrlProblem(text, 'The URL'), null, text)
})

t.test('the forms of the console', async (t) => {
  for (const [text, problem] of [
    ['example.com/cb', /^The redirect URL has no scheme/],
    ['https:///cb', /^The redirect URL has no host/],
    ['http://example.com/cb', /^Use https/],
    ['ftp://example.com/cb', /^Use https, not ftp/],
    ['https://example.com/cb#top', /fragment/],
  ] as const)
    t.match(redirectUrlError(text, 'production') ?? 'nothing', problem, text)
  for (const [text, why] of [
    ['hooks.example.com', /no scheme; write https:\/\/hooks\.example\.com\.$/],
    ['http://hooks.example.com/', /write https:\/\/ instead of http:\/\//],
    ['https://', /no host/],
    ['https://hooks/', /host without a domain/],
    ['https://hooks.example.com:9000/', /port 443 or 8443, not 9000/],
  ] as const)
    t.match(checkCallbackUrl(text, CALLBACK_URL_RULES), { is: 'refused', why }, text)
})
