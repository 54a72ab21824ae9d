/**
 * The script of all pages; the documentation has docs.js as well. Every page works without it: what only it can do is
 * marked `hidden` in the HTML and shown here. It adds copy buttons, tabs and filters, accepts dropped files, opens the
 * section that a link names, and scrolls rows of links to the current one.
 */

const COPIED_MS = 2000
const TAB_MEMORY = 'tripfold-tab:'

/** Says something to screen readers without moving the focus. */
const status = document.createElement('p')
status.id = 'page-status'
status.className = 'hidden'
status.setAttribute('role', 'status')
document.body.append(status)

function announce(text) {
  status.textContent = ''
  requestAnimationFrame(() => {
    status.textContent = text
  })
}

/* Copy buttons: data-copy is the text to copy, data-copy-from the id of the element whose text is copied. */

async function writeClipboard(text) {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (!isDone) throw new Error('The browser refused to copy.')
}

function textToCopy(button) {
  const from = button.dataset.copyFrom
  return from === undefined ? (button.dataset.copy ?? '') : (document.getElementById(from)?.textContent ?? '')
}

async function copy(button) {
  button.dataset.label ??= button.textContent ?? ''
  try {
    await writeClipboard(textToCopy(button))
    button.textContent = 'Copied'
    announce('Copied to the clipboard.')
  } catch {
    button.textContent = 'Not copied'
    announce('The browser does not allow copying. Select the text instead.')
  }
  setTimeout(() => {
    button.textContent = button.dataset.label
  }, COPIED_MS)
}

function addCopyButtons(root) {
  for (const button of root.querySelectorAll('[data-copy], [data-copy-from]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

/**
 * Tabs: the children of [data-tabs] that have data-tab, the name of the tab. Groups with the same value of data-tabs
 * change together, and the choice is kept for the next page. Without the script all of them are shown.
 */

const tabGroups = new Map()

function recallTab(group) {
  try {
    return localStorage.getItem(TAB_MEMORY + group)
  } catch {
    return null
  }
}

function keepTab(group, name) {
  try {
    localStorage.setItem(TAB_MEMORY + group, name)
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}

function selectTab(group, name) {
  for (const { tabs } of tabGroups.get(group) ?? []) {
    if (!tabs.some((one) => one.name === name)) continue
    for (const { name: own, button, panel } of tabs) {
      button.setAttribute('aria-selected', String(own === name))
      button.tabIndex = own === name ? 0 : -1
      panel.hidden = own !== name
    }
  }
}

function chooseTab(group, name) {
  selectTab(group, name)
  if (!group.startsWith('#')) keepTab(group, name)
}

function moveInTabs(event, group, tabs, at) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = tabs[(at + step + tabs.length) % tabs.length]
  chooseTab(group, next.name)
  next.button.focus()
}

let tabCount = 0

function makeTab(panel) {
  const id = `tab-${++tabCount}`
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', id, className: 'tab', textContent: panel.dataset.tab })
  panel.id ||= `${id}-panel`
  button.setAttribute('role', 'tab')
  button.setAttribute('aria-controls', panel.id)
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', id)
  return { name: panel.dataset.tab, button, panel }
}

function addTabs(box) {
  const group = box.dataset.tabs ?? ''
  const panels = [...box.children].filter((child) => child.dataset.tab !== undefined)
  if (panels.length < 2) return
  const tabs = panels.map(makeTab)
  // A group without a name is on its own.
  const key = group === '' ? `#${tabCount}` : group
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', box.dataset.tabsLabel ?? 'Variants')
  list.append(...tabs.map((tab) => tab.button))
  tabs.forEach(({ name, button }, at) => {
    button.addEventListener('click', () => chooseTab(key, name))
    button.addEventListener('keydown', (event) => moveInTabs(event, key, tabs, at))
  })
  tabGroups.set(key, [...(tabGroups.get(key) ?? []), { tabs }])
  box.prepend(list)
  box.classList.add('has-tabs')
  const kept = group === '' ? null : recallTab(group)
  const first = tabs.some((tab) => tab.name === kept) ? kept : tabs[0].name
  for (const { name, button, panel } of tabs) {
    button.setAttribute('aria-selected', String(name === first))
    button.tabIndex = name === first ? 0 : -1
    panel.hidden = name !== first
  }
}

/**
 * Filters: <input data-filter="ID"> hides the children of the element (rows of its body, if it is a table) that do
 * not contain every word typed. data-filter-text of a child replaces its text.
 */

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

function addFilter(input) {
  const target = document.getElementById(input.dataset.filter)
  if (target === null) return
  const parent = target.tBodies?.[0] ?? target
  const entries = [...parent.children].map((element) => ({
    element,
    text: (element.dataset.filterText ?? element.textContent).toLowerCase(),
  }))
  for (let box = input; box !== null; box = box.parentElement) box.hidden = false
  input.addEventListener('input', () => {
    const words = wordsOf(input.value)
    let shown = 0
    for (const { element, text } of entries) {
      element.hidden = !words.every((word) => text.includes(word))
      if (!element.hidden) shown++
    }
    announce(`${shown} of ${entries.length} shown.`)
  })
}

/* Files that are dropped on [data-drop], a form, are chosen in its file field. */

function addDrop(form) {
  const input = form.querySelector('input[type="file"]')
  form.addEventListener('dragover', (event) => event.preventDefault())
  form.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    input.files = event.dataTransfer.files
    announce(`${input.files.length === 1 ? '1 file' : `${input.files.length} files`} chosen.`)
  })
}

/* Links into something collapsed open it. */

function openTarget() {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (target === null) return
  let isOpened = false
  for (let element = target; element !== null; element = element.parentElement) {
    if (element.localName === 'details' && !element.open) {
      element.open = true
      isOpened = true
    }
    if (element.dataset.tab !== undefined && element.hidden) {
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.click()
      isOpened = true
    }
  }
  if (isOpened) target.scrollIntoView()
}

/* A row of links that scrolls sideways shows the current one. */

function showCurrent(link) {
  const row = link.closest('ul')
  if (row === null || row.scrollWidth <= row.clientWidth) return
  const start = link.offsetLeft - row.offsetLeft
  /* At its start the row shows its first links whole. */
  if (start + link.offsetWidth < 0.8 * row.clientWidth) return
  row.scrollLeft = start - (row.clientWidth - link.offsetWidth) / 2
}

/* Start. */

addCopyButtons(document)
for (const box of document.querySelectorAll('[data-tabs]')) addTabs(box)
for (const input of document.querySelectorAll('input[data-filter]')) addFilter(input)
for (const form of document.querySelectorAll('[data-drop]')) addDrop(form)
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
for (const element of document.querySelectorAll('[data-script]')) element.hidden = false
for (const link of document.querySelectorAll('nav [aria-current]')) showCurrent(link)
openTarget()
addEventListener('hashchange', openTarget)
// A second click on the same link changes no hash.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
  if (link !== null && link.hash === location.hash) openTarget()
})
