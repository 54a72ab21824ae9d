/** Whose mails count as verified: one address in From, proven by the operator's own server and contradicted by nothing. */
import fc from 'fast-check'
import t from 'tap'
import { mailSender } from '../../../actors/readers/mail/mail-sender.js'
import { propertyRuns } from '../../support/property-runs.js'

const US = 'mx.op.example'
const FROM = 'From: BA <Booking@BA.example>'
const sender = (...lines: string[]) => mailSender(Buffer.from([...lines, '', 'Hello'].join('\r\n')), US)
const results = (text: string): string => `Authentication-Results: ${text}`
const PASS = results(`${US}; dmarc=pass header.from=ba.example`)

t.test('proven by DMARC, or by a signature or an envelope sender of the very domain', (t) => {
  for (const text of [
    `${US}; dmarc=pass (p=reject dis=none) header.from=ba.example`,
    `MX.op.EXAMPLE 1; spf=fail smtp.mailfrom=x@other.example; dmarc=pass header.from=BA.example`,
    `${US};\r\n\tdkim=pass header.d=other.example;\r\n dkim=pass (2048 bit) header.d=ba.example header.b="a;b"`,
    `${US}; dkim=pass header.i=@ba.example`,
    `${US}; dmarc=none header.from=ba.example; spf=pass smtp.mailfrom=bounce@ba.example`,
  ])
    t.match(sender(results(text), FROM), { from: 'booking@ba.example', isVerified: true }, text)
  t.end()
})

t.test('anything else is not', (t) => {
  for (const [what, ...lines] of [
    ['no verdict', FROM],
    ['that of another server', results('mx.evil.example; dmarc=pass header.from=ba.example'), FROM],
    ['for another domain', results(`${US}; dmarc=pass header.from=evil.example`), FROM],
    ['for no domain', results(`${US}; dmarc=pass`), FROM],
    ['a signature of another domain', results(`${US}; dkim=pass header.d=evil.example`), FROM],
    ['of a subdomain', results(`${US}; dkim=pass header.d=x.ba.example`), FROM],
    ['another envelope sender', results(`${US}; spf=pass smtp.mailfrom=ba.example@evil.example`), FROM],
    ['only the greeting', results(`${US}; spf=pass smtp.helo=ba.example`), FROM],
    [
      'DMARC failed',
      results(`${US}; dmarc=fail header.from=ba.example; dkim=pass header.d=ba.example`),
      FROM,
    ],
    ['two verdicts', results(`${US}; dmarc=fail header.from=ba.example`), PASS, FROM],
    [
      'a forged signature next to ours',
      results(`${US}; dkim=none`),
      results(`${US}; dkim=pass header.d=ba.example`),
      FROM,
    ],
    [
      'a forged envelope sender next to ours',
      results(`${US}; spf=pass smtp.mailfrom=evil.example`),
      results(`${US}; spf=pass smtp.mailfrom=ba.example`),
      FROM,
    ],
    ['in a comment', results(`${US}; spf=none (; dmarc=pass header.from=ba.example)`), FROM],
    ['in quotes', results(`${US}; spf=none reason="; dmarc=pass header.from=ba.example"`), FROM],
    [
      'in the local part',
      results(`${US}; x=none smtp.mailfrom="; dmarc=pass header.from=ba.example"@e`),
      FROM,
    ],
    ['malformed', results(`${US}; dmarc=pass header.from=ba.example (`), PASS, FROM],
    ['two senders', PASS, FROM, 'From: x@evil.example'],
    ['two senders, one with a space', PASS, FROM, 'From : x@evil.example'],
    ['two addresses', PASS, 'From: a@ba.example, b@ba.example'],
    ['an address in the name', PASS, 'From: a@ba.example <b@ba.example>'],
    ['one that is encoded', PASS, 'From: =?utf-8?q?a?= <=?utf-8?q?a=40ba.example?=>'],
    ['a letter that only looks like one', PASS, 'From: \uFF41@ba.example'],
    ['a hidden line', PASS, `X: y\rFrom: x@evil.example`, FROM],
    ['after a line that is no field', FROM, 'x', PASS],
    ['a name with a space', PASS.replace(':', ' :'), FROM],
    ['after the head', FROM, '', PASS],
    ['in a head that is too long', PASS, FROM, `X: ${'y'.repeat(300_000)}`],
  ] as const)
    t.equal(sender(...lines).isVerified, false, what)
  t.equal(mailSender(Buffer.from(`${PASS}\n${FROM}\n\n`), '').isVerified, false, 'no server is trusted')
  t.end()
})

t.test('the address and the subject as they are shown', (t) => {
  t.match(sender('From: "Smith, a@b" <X@y.example>', 'Subject: =?utf-8?q?B=C3=A9?=\r\n =?utf-8?q?b=0Ae?='), {
    from: 'x@y.example',
    subject: 'Béb e',
  })
  t.match(sender('Subject: \u202Egpj.exe'), { from: null, subject: 'gpj.exe' })
  t.equal(sender('To: x').subject, null)
  t.end()
})

t.test('no header lines of a stranger make a sender verified, or the reader fail', (t) => {
  const word = fc.constantFrom(
    '(',
    ')',
    '"',
    ';',
    '=',
    '\\',
    ' ',
    '\r\n ',
    US,
    'dmarc',
    'pass',
    'header.from',
    'x',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = words.join('')
      return [`${US}x; ${text}`, `${US}; y=z (${text.replaceAll(/[()\\]/g, '')})`].every(
        (field) => !sender(results(field), FROM).isVerified,
      )
    }),
    { numRuns: propertyRuns(300) },
  )
  t.end()
})
