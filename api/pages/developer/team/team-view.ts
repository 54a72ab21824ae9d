import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field, choice } from '../../views/field.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import type { TeamData } from './page-data.js'
import { auditTable } from '../../views/audit-table.js'

const ROLE_NAMES: Readonly<Record<TeamRole, string>> = {
  viewer: 'Viewer',
  developer: 'Developer',
  owner: 'Owner',
}

export function teamView(data: TeamData, frame: PageFrame): Html {
  const at = data.appFrame.path
  const isOwner = frame.role === 'owner'
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Team</h1>
<p>A viewer sees everything but credentials and settings. A developer also changes settings, webhooks and credentials. An owner does everything: the team, transfer and deletion too.</p>
${data.members.map(
  (one) => html`<div class="card">
<p><strong>${one.name}</strong> <span class="badge plain">${ROLE_NAMES[one.role]}</span>${one.isSelf && html` <span class="badge good">You</span>`}</p>
<p class="soft">${one.email}${one.isDeveloper ? ', whose account the application belongs to' : html`, joined on ${one.joined}`}</p>
${
  isOwner &&
  !one.isDeveloper &&
  html`<div class="actions">
${postForm(
  frame,
  { action: `${at}/team/role`, needs: 'owner', class: 'row', hidden: { developer: one.id } },
  html`${choice({ id: `role_${one.id}`, name: 'role', label: `Role of ${one.name}`, value: one.role, options: Object.entries(ROLE_NAMES) })}
<button>Change the role</button>`,
)}
${!one.isSelf && html`${postForm(frame, { action: `${at}/team/remove`, needs: 'owner', hidden: { developer: one.id } }, html`<button class="danger">Remove<span class="hidden"> ${one.name}</span></button>`)}`}
</div>
`
}
${
  one.isSelf &&
  !one.isDeveloper &&
  html`${postForm(frame, { action: `${at}/team/leave`, needs: 'viewer', class: 'leave' }, html`<button class="danger">Leave the team</button>`)}
`
}
</div>
`,
)}
${
  data.invitations.length > 0 &&
  html`<h2>Invitations</h2>
${data.invitations.map(
  (one) => html`<div class="card">
<p><strong>${one.email}</strong> <span class="badge plain">${ROLE_NAMES[one.role]}</span></p>
<p class="soft">Open until ${one.expires}</p>
${isOwner && html`${postForm(frame, { action: `${at}/team/withdraw`, needs: 'owner', hidden: { invitation: one.id } }, html`<button>Withdraw<span class="hidden"> the invitation of ${one.email}</span></button>`)}`}
</div>
`,
)}
`
}
${
  isOwner &&
  html`<h2 id="invite">Invite somebody</h2>
${postForm(
  frame,
  { action: `${at}/team/invite`, needs: 'owner', novalidate: true },
  html`${field(frame.errors, { id: 'invite_email', label: 'Email address', type: 'email', value: data.typed.email, hint: 'We mail a link that is valid for 7 days. The owner of this address joins by signing in, or by signing up first.' })}
${choice({ id: 'invite_role', label: 'Role', value: data.typed.role || 'developer', options: Object.entries(ROLE_NAMES) })}
<p class="actions"><button class="primary">Send the invitation</button></p>
`,
)}
`
}
<h2>What the team did</h2>
${
  data.activity.length === 0
    ? html`<p>Nothing yet.</p>`
    : auditTable(
        'What the team did',
        { when: 'When', who: 'Who', what: 'What', detail: 'Detail' },
        data.activity,
      )
}
`,
  )
}
