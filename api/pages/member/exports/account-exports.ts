/**
 * The exports of a member, on the page Security: made by a background job, sent at once if that is quick enough, and
 * otherwise available for a day.
 */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Id, IdGenerator } from '../../../../schemas/base/ids.js'
import type { JobView, MemberJobs } from '../../../../schemas/jobs/job.js'
import type { Account } from '../../../../schemas/oauth/account.js'
import { budget, holder } from '../../../limits/budget.js'
import type { AccountPage } from '../../lib/page-access.js'
import { file, redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'

export type ExportView = JobView<'export'>

/** The request: for a new export, or for one that is ready. */
export interface ExportForm {
  as: 'json' | 'ics'
  /** Id of the one that is ready; empty: a new one. */
  export: string
}

export interface AccountExports {
  list: (member: Id) => Promise<ExportView[]>
  /** Why the request is refused before the password is checked; null if it is not. */
  tooMany: (member: Id) => Refused | null
  /** The file, the page that shows it in progress, or the reason for a refusal. */
  answer: (page: AccountPage<Account>, form: ExportForm) => Promise<PageResult | Refused>
}

export interface ExportDeps {
  jobs: MemberJobs
  ids: IdGenerator
}

/** One at a time, so that a member's many requests do not delay others. */
const BOUNDS = { unfinished: 1, perDay: 10 }
/** How long a page waits for a small export, and how often it polls. */
const WAIT_MS = 2_000
const LOOK_MS = 100
const RETRY_AFTER_S = 30
/** Forms that a member may send, each with a password to hash and perhaps a file: 12, then one every two minutes. */
const FORMS = { perSecond: 1 / 120, burst: 12, now: () => performance.now() }

const BEING_MADE = 'A download is already being prepared. Ask for another when it is ready.'
const SPENT = `You have asked for ${BOUNDS.perDay} in the last 24 hours. Download one of those, or ask for another tomorrow.`
const TOO_MANY = 'You have asked too often. Try again in a few minutes.'
const OVER = 'This one is no longer available. Ask for another.'

export function accountExports({ jobs, ids }: ExportDeps): AccountExports {
  const forms = budget(FORMS)
  const list = async (member: Id): Promise<ExportView[]> => await jobs.list(member, 'export')
  const find = async (member: Id, id: Id): Promise<ExportView | undefined> =>
    (await list(member)).find((one) => one.id === id)
  const send = async (
    { account, audit }: AccountPage<Account>,
    { id, input }: ExportView,
  ): Promise<PageResult> => {
    const isCalendar = input.as === 'ics'
    await audit('data_exported', {
      memberId: account.id,
      detail: { as: isCalendar ? 'calendar' : 'document' },
    })
    return file({
      type: `${isCalendar ? 'text/calendar' : 'application/json'}; charset=utf-8`,
      gzipped: Readable.from(jobs.file(id)),
      name: `tripfold-${account.id}.${input.as}`,
    })
  }
  return {
    list,
    tooMany: (member) => {
      const wait = forms.take([holder(member)])
      return wait === null ? null : refused(TOO_MANY, wait)
    },
    answer: async (page, { as, export: wanted }) => {
      const member = page.account.id
      if (wanted !== '') {
        const ready = await find(member, wanted)
        return ready?.state === 'done'
          ? await send(page, ready)
          : { errors: [{ field: 'export', text: OVER }] }
      }
      const id = ids.next()
      const asked = await jobs.ask({ id, kind: 'export', member, input: { as } }, BOUNDS)
      if (asked.is === 'busy') return refused(BEING_MADE, RETRY_AFTER_S)
      if (asked.is === 'spent') return refused(SPENT, asked.retryAfter)
      for (const until = performance.now() + WAIT_MS; performance.now() < until;) {
        await delay(LOOK_MS)
        const made = await find(member, id)
        if (made?.state === 'done') return await send(page, made)
        if (made?.state === 'failed') break
      }
      return redirect('/account/security?m=export#download')
    },
  }
}

const refused = (text: string, retryAfter: number): Refused => ({
  errors: [{ field: 'export', text }],
  status: 429,
  retryAfter,
})
