/**
 * The script of the documentation: search, the values of the application of a developer who is signed in, and requests
 * from the page.
 */
import { findEntries } from './search-match.js'

/** Says something to screen readers: the element is made by pages.js, which runs first. */
function announce(text) {
  const status = document.getElementById('page-status')
  if (status !== null) status.textContent = text
}

/** On a phone a page of the reference is long: its requests are folded. A wide page shows them, and no summary to open them. */
const narrow = matchMedia('(max-width: 44rem)')
function foldRequests() {
  for (const request of document.querySelectorAll('details.request')) request.open = !narrow.matches
}
foldRequests()
narrow.addEventListener('change', foldRequests)

/**
 * Search: <input data-search="ADDRESS"> with a list after it. The index is a list of [title, kind, address, words] and
 * is read when the field is used first.
 */

const searchInput = document.querySelector('input[data-search]')
let indexRequest = null

function readIndex() {
  indexRequest ??= fetch(searchInput.dataset.search).then((answer) => answer.json())
  return indexRequest
}

function resultItem([title, kind, address]) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const what = document.createElement('small')
  link.href = address
  what.textContent = kind
  link.append(title, what)
  item.append(link)
  return item
}

async function search(results) {
  const text = searchInput.value.trim()
  const found = text === '' ? [] : findEntries(await readIndex(), text)
  if (searchInput.value.trim() !== text) return
  results.replaceChildren(...found.map(resultItem))
  if (text !== '' && found.length === 0) results.textContent = 'Nothing found.'
  results.hidden = text === ''
  if (text !== '') announce(found.length === 1 ? '1 result.' : `${found.length} results.`)
}

function closeResults(results) {
  results.hidden = true
  searchInput.value = ''
  searchInput.focus()
}

/** Arrows move through the results, Enter in the field opens the first, Escape closes them. */
function moveInResults(event, results) {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') closeResults(results)
  else if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? searchInput).focus()
  else return
  event.preventDefault()
}

function addSearch() {
  const results = searchInput.nextElementSibling
  const box = searchInput.parentElement
  searchInput.addEventListener('focus', () => void readIndex())
  searchInput.addEventListener('input', () => void search(results))
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target === searchInput) moveInResults(event, results)
  })
  results.addEventListener('click', () => {
    results.hidden = true
  })
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target)) results.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.key !== '/' || isTyping) return
    event.preventDefault()
    searchInput.focus()
  })
}

/** A link to an operation or schema without its page, as older documents have them: the index knows the page. */
async function findPage() {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id === '' || document.getElementById(id) !== null) return
  const entry = (await readIndex()).find(([, , address]) => address.endsWith(`#${id}`))
  if (entry !== undefined) location.replace(entry[2])
}

/* Values: <span data-value="client_id"> shows that of an application of the developer who is signed in. */

function showValues(app) {
  for (const element of document.querySelectorAll('[data-value]')) {
    element.dataset.placeholder ??= element.textContent
    element.textContent = app[element.dataset.value] ?? element.dataset.placeholder
  }
}

function valuesLine(apps) {
  const line = document.createElement('p')
  const select = document.createElement('select')
  line.className = 'example-of'
  select.setAttribute('aria-label', 'Application of the examples')
  select.append(...apps.map(({ name }, at) => new Option(name, String(at))))
  select.addEventListener('change', () => showValues(apps[Number(select.value)]))
  line.append(
    'Examples have the values of ',
    select,
    '. Secrets are never shown here: set them where the code says so.',
  )
  return line
}

async function addValues() {
  if (document.querySelector('[data-value]') === null) return
  const answer = await fetch(document.body.dataset.values)
  const { apps } = answer.ok ? await answer.json() : { apps: [] }
  if (apps.length === 0) return
  document.querySelector('h1')?.after(valuesLine(apps))
  showValues(apps[0])
}

/* <button data-try="ID"> becomes a form that sends the request of the operation. */

for (const button of document.querySelectorAll('[data-try]'))
  button.addEventListener('click', async () => {
    const { showForm } = await import('./docs-try.js')
    await showForm(button)
  })

/* Parts of a page are closed until a link names them: a page is a list first. */

const targetSection = () =>
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('section[data-fold]')

function openSection() {
  const part = targetSection()?.querySelector('details.part')
  if (part === null || part === undefined) return
  part.open = true
  document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView()
}

openSection()
addEventListener('hashchange', openSection)

/* The menu shows the present page, however far down it is. */

const present = document.querySelector('#menu [aria-current]')
if (present !== null) present.closest('nav').scrollTop = present.offsetTop - innerHeight / 2

/* Start. */

if (searchInput !== null) {
  addSearch()
  void findPage()
}
if (document.body.dataset.values !== undefined) void addValues()
