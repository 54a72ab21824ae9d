/** "Add to my itinerary": files or a text, read as a dry run, and the documents that the member has added before. */
import type { Id, IdGenerator } from '../../../../schemas/base/ids.js'
import { MAX_DOCUMENT_BYTES } from '../../../../schemas/documents/document.js'
import type { DocumentAnswer, DocumentRow, Documents } from '../../../../schemas/documents/document-store.js'
import type { SentFile } from '../../../http/form/multipart.js'
import { budget, holder } from '../../../limits/budget.js'
import type { Budget } from '../../../limits/budget.js'
import { INFLATED } from '../../../plugins/decompression.js'
import { formatDateTime } from '../../lib/format-date.js'
import { asSent } from '../../lib/form.js'
import { noticeOf, page } from '../../lib/page.js'
import type { Page, Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberAccessDeps, MemberPage } from '../../lib/page-access.js'
import { redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fieldError, fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { MAIL_PAGE } from './mail-pages.js'
import { DOCUMENTS_PAGE, PAGE_CLIENT, awaitReading, titleOf, viewerOf } from './page-documents.js'

export interface AddDeps {
  documents: Documents
  ids: IdGenerator
  now: () => number
  settings: { mailDomain: string }
}

const NOTICES: Readonly<Record<string, string>> = { deleted: 'Deleted.' }
const MAX_FILES = 10
const SHOWN = 20
const RETRY_AFTER_S = 10
/** The parts of the form around its files. */
const FORM_BYTES = 64 * 1024

const NOT_TAKEN: Record<Exclude<DocumentAnswer, 'stored'>, string> = {
  member_waits: 'Too many of your documents are waiting to be read. Try again in a minute.',
  client_waits: 'Too many documents are waiting to be read. Try again in a minute.',
  many_segments: 'You have added too much within the last hour. Try again later.',
}

const TEXT = {
  text: asSent({
    label: 'Or paste text',
    rows: 6,
    required: false,
    hint:
      'The lines of a booking as a travel agent sees them, or what the bar code of a boarding pass says. ' +
      'For an email, choose the file: its words alone can rarely be read.',
  }),
}
type AddForm = Posted<MemberPage, typeof TEXT>

export function addPages(): Array<Page<AddDeps & MemberAccessDeps>> {
  const sent = budget({ ...INFLATED, now: () => performance.now() })
  return [
    page(
      { route: `GET ${DOCUMENTS_PAGE}`, access: member },
      async (page, deps: AddDeps) => await renderAdd(page, deps),
    ),
    page(
      {
        route: `POST ${DOCUMENTS_PAGE}`,
        access: member,
        form: TEXT,
        bytes: MAX_DOCUMENT_BYTES + FORM_BYTES,
      },
      async (page, deps: AddDeps) => await addDocuments(page, sent, deps),
    ),
  ]
}

async function renderAdd(page: MemberPage, deps: AddDeps, refused: Refused = {}): Promise<PageResult> {
  const memberId = page.account.id
  const [{ rows }, waiting] = await Promise.all([
    deps.documents.list(viewerOf(memberId), { before: null, limit: SHOWN }),
    deps.documents.waitingMails(memberId),
  ])
  const waits = new Set(waiting.map(({ id }) => id))
  const others = rows.filter(({ id }) => !waits.has(id))
  const isWrong = refused.errors !== undefined
  return view(
    { title: 'Add to my itinerary', path: '/account/trips', notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
<h1>Add to my itinerary</h1>
<p class="lead">A confirmation email, a ticket, a boarding pass, a calendar, an export from another service: we read it and show you what we found. Nothing is added until you confirm it.</p>
${waiting.length > 0 && listed('Emails that wait for you', waiting)}
${postForm(
  frame,
  { action: DOCUMENTS_PAGE, novalidate: true, hasFiles: true },
  html`<div class="field${isWrong && ' wrong'}"><label for="file">Files</label>
<p class="hint" id="file-hint">Up to ${MAX_FILES} files, 10 MB in total.<span data-script hidden> You can drop them here.</span></p>
${fieldError(frame.errors, 'file')}
<input id="file" name="file" type="file" multiple aria-describedby="file-hint${isWrong && ' file-error'}"${isWrong && html` aria-invalid="true"`}></div>
${fields(frame, TEXT)}<p class="actions"><button class="primary">Read it</button></p>`,
)}
${deps.settings.mailDomain !== '' && html`<p><a href="${MAIL_PAGE}">Send bookings by email</a></p>`}
${others.length > 0 && listed('What you have sent', others)}
`,
  )
}

const STATES: Record<DocumentRow['status'], string> = {
  received: 'Waiting',
  reading: 'Being read',
  read: 'Waiting for you',
  nothing_read: 'Nothing found',
  failed: 'Could not be read',
}

function listed(heading: string, rows: readonly DocumentRow[]): Html {
  return html`<h2>${heading}</h2>
<ul>
${rows.map(
  (row) =>
    html`<li><a href="${DOCUMENTS_PAGE}/${row.id}">${titleOf(row)}</a> <span class="soft">${row.mail !== null && html`from ${row.mail.from ?? 'an unknown sender'}, `}${formatDateTime(new Date(row.received))}: ${row.batches.length > 0 ? 'Added' : STATES[row.status]}</span></li>\n`,
)}
</ul>`
}

async function addDocuments(page: AddForm, sent: Budget, deps: AddDeps): Promise<PageResult> {
  const { account, form } = page
  const pasted = { bytes: Buffer.from(form.text), name: null, mediaType: null }
  const files: readonly SentFile[] = form.text.trim() === '' ? page.files : [...page.files, pasted]
  const refuse = async (text: string, more: Refused = {}): Promise<PageResult> =>
    await renderAdd(page, deps, { errors: [{ field: 'file', text }], ...more })
  if (files.length === 0) return await refuse('Choose a file, or paste text.')
  if (files.length > MAX_FILES) return await refuse(`Choose at most ${MAX_FILES} files at once.`)
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const wait = sent.take([holder(account.id)], bytes)
  if (wait !== null)
    return await refuse('You have sent too much at once. Try again in a few seconds.', {
      status: 429,
      retryAfter: wait,
    })
  const ids: Id[] = []
  for (const file of files) {
    const id = deps.ids.next()
    const answer = await deps.documents.add(newDocument(id, page, file, deps))
    if (answer !== 'stored')
      return await refuse(NOT_TAKEN[answer], { status: 429, retryAfter: RETRY_AFTER_S })
    ids.push(id)
  }
  await awaitReading(deps.documents, account.id, ids)
  return redirect(ids.length === 1 ? `${DOCUMENTS_PAGE}/${ids[0]!}` : DOCUMENTS_PAGE)
}

function newDocument(id: Id, { account, request }: AddForm, file: SentFile, { ids, now }: AddDeps) {
  return {
    ...file,
    id,
    member: account.id,
    account: null,
    client: PAGE_CLIENT,
    request: request.id,
    received: now(),
    batch: ids.next(),
    source: null,
    appointments: false,
    dryRun: true,
  }
}
