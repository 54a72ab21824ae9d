import t from 'tap'
import { html, trustedMarkup } from '../../../../api/pages/views/html.js'
import type { PageFrame } from '../../../../api/pages/views/page-frame.js'
import { postForm } from '../../../../api/pages/views/post-form.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'

t.test('values are escaped, templates are not', async (t) => {
  const name = `<script>alert("1" & '2')</script>`
  t.equal(
    html`<p title="${name}">${html`<b>${name}</b>`}</p>`.text,
    '<p title="&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;">' +
      '<b>&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;</b></p>',
  )
  t.equal(html`${[1, 2].map((n) => html`<i>${n}</i>`)}`.text, '<i>1</i><i>2</i>', 'lists are joined')
  t.equal(html`a${null}${false}${''}b${0}`.text, 'ab0', 'what is absent leaves nothing; zero is a number')
  t.equal(html`${trustedMarkup('<svg/>')}`.text, '<svg/>')
})

t.test('a form is for roles that may send it, and carries its token', async (t) => {
  const shown = (role: TeamRole | null, needs?: TeamRole): string => {
    const frame: PageFrame = {
      title: '',
      path: '/',
      nav: 'developer',
      role,
      formToken: 'a"token',
      form: {},
      errors: [],
      notice: null,
    }
    const options = { action: '/x?a=1&b=2', hidden: { id: '<7>' }, ...(needs === undefined ? {} : { needs }) }
    return postForm(frame, options, html`<button>Go</button>`).text
  }
  t.match(shown(null), 'action="/x?a=1&amp;b=2"')
  t.match(shown(null), 'name="form_token" value="a&quot;token"')
  t.match(shown(null), 'name="id" value="&lt;7&gt;"')
  t.equal(shown('viewer'), '', 'by default an action needs a developer')
  t.match(shown('viewer', 'viewer'), '<form')
  t.match(shown('developer'), '<form')
  t.equal(shown('developer', 'owner'), '')
  t.match(shown('owner', 'owner'), '<form')
})
