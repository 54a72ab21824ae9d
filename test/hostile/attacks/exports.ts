/** A member with a large itinerary who asks for exports as often as possible. */
import { MEMBER_COOKIE } from '../../../api/pages/lib/cookies.js'
import { flood, type Attack } from '../attack.js'
import type { Sent } from '../send.js'
import { browser, signIn } from '../sign-in.js'
import type { Target } from '../target.js'
import { until } from '../../support/until.js'
import { submitLife } from './withdrawals.js'

const SEGMENTS = 6_000
const AT_ONCE = 20
const REFUSED = 429
const READY_MS = 60_000

/** Asks as the page Security does: the first is made, the others are refused until it is. */
export const exports: Attack = {
  name: `${AT_ONCE} exports of a member with ${SEGMENTS} segments`,
  short: true,
  prepare: async (target) => {
    await submitLife(target, SEGMENTS)
  },
  run: async (target, signal) => {
    const { ask, page } = await signedIn(target)
    const answers: number[] = []
    const made = await flood(signal, AT_ONCE, async () => {
      answers.push((await ask({ as: 'json' })).status)
    })
    const accepted = answers.filter((status) => status === 200 || status === 303)
    if (accepted.length === 0 || accepted.length > 10)
      throw new Error(`${accepted.length} of ${made} requests for an export were accepted`)
    const other = answers.find((status) => ![200, 303, REFUSED].includes(status))
    if (other !== undefined) throw new Error(`an export was answered ${other}`)
    await until(
      'the export is ready',
      async () => /Ready<[^]*available until/.test((await page()).text),
      READY_MS,
    )
    return made
  },
}

interface SignedIn {
  page: () => Promise<Sent>
  /** Sends the form of the page, with the password. */
  ask: (form: Record<string, string>) => Promise<Sent>
}

/** Signs in, and opens the page Security. */
async function signedIn({ hostile, port }: Target): Promise<SignedIn> {
  const known = browser(hostile.send, port)
  const { cookies } = await signIn(known, hostile)
  const session = cookies
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => pair.startsWith(MEMBER_COOKIE))
  const cookie = [...session, ...Array.from(known.cookies, (pair) => pair.join('='))].join('; ')
  const page = async (): Promise<Sent> => await hostile.send('/account/security', { headers: { cookie } })
  const form_token = /name="form_token" value="([^"]+)"/.exec((await page()).text)?.[1] ?? ''
  return {
    page,
    ask: async (form) =>
      await hostile.send('/account/export', {
        method: 'POST',
        raw: new URLSearchParams({ export_password: hostile.password, form_token, ...form }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: `https://localhost:${port}`,
          cookie,
        },
      }),
  }
}
