import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { status } from '../../../support/delivery/receiver.js'
import { webhookConsole } from '../../../support/auth/webhook-console.js'

t.setTimeout(120_000)

const { who, partner, appPath: home, hookPath: at } = await webhookConsole(t, 'Trip Planner')

t.test('another new signing secret does not end the previous one unless that is ticked', async (t) => {
  partner.reply(status(200))
  const press = async (more: Record<string, string>) =>
    (await who.fillAt(`${at}/settings`, `${home}/webhook/rotate`, more)).text
  const secretOn = (page: string): string => /whsec_[\w+/=]+/.exec(page)?.[0] ?? 'none'
  const signs = async (secret: string): Promise<boolean> => {
    await who.fillAt(at, `${at}/ping`, {})
    const { body, headers } = partner.got.at(-1)!
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
    } catch {
      return false
    }
    return true
  }
  const first = secretOn(await press({}))
  const second = secretOn(await press({ end_old: '1' }))
  const asked = await press({})
  t.match(asked, /There is a problem[\s\S]+tick the box to confirm[\s\S]+id="end_old"/)
  t.notMatch(asked, /whsec_/)
  t.same([await signs(first), await signs(second)], [true, true])
  const third = secretOn(await press({ end_old: '1' }))
  t.same([await signs(first), await signs(second), await signs(third)], [false, true, true])
})
