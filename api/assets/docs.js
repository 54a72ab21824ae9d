/** The script of the documentation: search, and the values of the application of a developer who is signed in. */

/** Says something to screen readers: the element is made by pages.js, which runs first. */
function announce(text) {
  const status = document.getElementById('page-status')
  if (status !== null) status.textContent = text
}

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Search: <input data-search="ADDRESS"> with a list after it. The index is a list of [title, kind, address, words] and
 * is read when the field is used first.
 */

const MAX_RESULTS = 12
const MAX_SAME_TITLE = 3
const searchInput = document.querySelector('input[data-search]')
let indexRequest = null

function readIndex() {
  indexRequest ??= fetch(searchInput.dataset.search).then((answer) => answer.json())
  return indexRequest
}

/** How well an entry fits, 0 for not at all: every word has to be in it, in its title at best. */
function scoreOf([title, kind, , more], words) {
  const name = title.toLowerCase()
  const rest = `${kind} ${more}`.toLowerCase()
  let score = 0
  for (const word of words) {
    if (name === word) score += 20
    else if (name.startsWith(word)) score += 10
    else if (name.includes(word)) score += 6
    else if (rest.includes(word)) score += 1
    else return 0
  }
  return score
}

function findEntries(index, words) {
  const shown = new Map()
  // A field of many types would fill the list.
  const isFew = ([title]) => {
    shown.set(title, (shown.get(title) ?? 0) + 1)
    return shown.get(title) <= MAX_SAME_TITLE
  }
  return index
    .map((entry, at) => ({ entry, at, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ entry }) => entry)
    .filter(isFew)
    .slice(0, MAX_RESULTS)
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
  const words = wordsOf(searchInput.value)
  const found = words.length === 0 ? [] : findEntries(await readIndex(), words)
  results.replaceChildren(...found.map(resultItem))
  if (words.length > 0 && found.length === 0) results.textContent = 'Nothing found.'
  results.hidden = words.length === 0
  if (words.length > 0) announce(found.length === 1 ? '1 result.' : `${found.length} results.`)
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

/* Start. */

if (searchInput !== null) {
  addSearch()
  void findPage()
}
if (document.body.dataset.values !== undefined) void addValues()
