/** The name of the member, as the record has it and applications read it. */
import { holder } from '../../../limits/budget.js'
import { PROFILE_CHANGES, spendingBudget } from '../../../operation/spending-limit.js'
import { line } from '../../lib/form.js'
import { noticeOf, page } from '../../lib/page.js'
import type { Page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberAccessDeps, MemberPage } from '../../lib/page-access.js'
import { redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import type { ProfileStore } from '../ports.js'

interface ProfileDeps {
  profiles: ProfileStore
}

const PAGE = '/account/profile'
const NAMES = {
  first_name: line({ label: 'First name', autocomplete: 'given-name' }, 'your first name', 100),
  last_name: line({ label: 'Last name', autocomplete: 'family-name' }, 'your last name', 100),
}
const NOTICES: Readonly<Record<string, string>> = {
  done: 'Your name has been changed.',
  pending: 'This takes a moment. Reload the page to see the change.',
}

export function profilePages(): Array<Page<ProfileDeps & MemberAccessDeps>> {
  const changes = spendingBudget(PROFILE_CHANGES)
  return [
    page({ route: `GET ${PAGE}`, access: member }, (page) => renderProfile(page)),
    page(
      {
        route: `POST ${PAGE}`,
        access: member,
        form: NAMES,
        again: (page, _deps: ProfileDeps, refused) => renderProfile(page, refused),
      },
      async (page, { profiles }: ProfileDeps) => {
        const { account, form } = page
        const refuse = (text: string, more: Refused = {}): PageResult =>
          renderProfile(page, { errors: [{ field: 'first_name', text }], ...more })
        const wait = changes.take([holder(account.id)])
        if (wait !== null)
          return refuse('You have changed your name too often. Try again in a few minutes.', {
            status: 429,
            retryAfter: wait,
          })
        const outcome = await profiles.change(account.id, form)
        if (outcome === 'refused') return refuse('This name was not accepted. Enter another one.')
        await page.audit('name_changed', { memberId: account.id })
        return redirect(`${PAGE}?m=${outcome}`)
      },
    ),
  ]
}

function renderProfile(page: MemberPage, refused: Refused = {}): PageResult {
  const { firstName, lastName } = page.account
  const values = { first_name: firstName, last_name: lastName, ...page.shell.form }
  return view(
    { title: 'Profile', notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<h1>Profile</h1>
<p class="lead">Applications that you connected see your name, and so do people with whom you share a trip.</p>
${postForm(frame, { action: PAGE, novalidate: true }, html`${fields(frame, NAMES, values)}<p class="actions"><button class="primary">Save</button></p>`)}
<p>Bookings that arrive through your loyalty numbers must be in this name: enter it as in your travel document.</p>
<p class="aside"><a href="/account/home">Where you live</a>, <a href="/account/security">your email address, password and passkeys</a></p>
`,
  )
}
