/**
 * Requests from the page: the form of an operation, built from the OpenAPI document on demand. The token is pasted
 * once, fills every form of the page, and is stored nowhere.
 */

const MAX_SHOWN = 100_000
const NOTE =
  'It is sent to this service alone, and forgotten with the page. What you send is real: take a token of a test member.'

let documentRequest = null
const tokenFields = []

async function readDocument() {
  documentRequest ??= fetch('/openapi.json').then((answer) => answer.json())
  return await documentRequest
}

/** Follows a `$ref` within the document. */
const resolve = (document, value) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .split('/')
        .slice(1)
        .reduce((found, part) => found[part.replaceAll('~1', '/')], document)

function findOperation(document, id) {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      if (operation.operationId === id) return { path, method: method.toUpperCase(), operation }
  throw new Error(`no operation ${id}`)
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** A field with its label and what it means. */
function field(label, input, hint = '') {
  const note = hint === '' ? [] : [element('small', { textContent: hint })]
  return element('label', {}, element('span', { textContent: label }), input, ...note)
}

const plainText = (markdown) => markdown.replaceAll('`', '')

function tokenField() {
  const [first] = tokenFields
  const input = element('input', { type: 'password', autocomplete: 'off', value: first?.value ?? '' })
  input.addEventListener('input', () => {
    for (const other of tokenFields) other.value = input.value
  })
  tokenFields.push(input)
  return { input, label: field('Access token', input, NOTE) }
}

function parameterField(one) {
  const choices = one.schema?.enum ?? []
  const example = String(one.example ?? choices[0] ?? '')
  const input = element('input', {
    autocomplete: 'off',
    value: one.required === true ? example : '',
    placeholder: one.required === true ? '' : example,
  })
  return { one, input, label: field(one.name, input, plainText(one.description ?? '')) }
}

/** The request that the fields describe. Empty parameters are left out. */
function requestOf({ path, method }, { token, parameters, body }) {
  const headers =
    token === null || token.value === '' ? {} : { authorization: `Bearer ${token.value.trim()}` }
  const query = new URLSearchParams()
  let url = path
  for (const { one, input } of parameters) {
    if (one.in === 'path') url = url.replace(`{${one.name}}`, encodeURIComponent(input.value))
    else if (input.value !== '' && one.in === 'query') query.append(one.name, input.value)
    else if (input.value !== '') headers[one.name] = input.value
  }
  if (body !== null) headers['content-type'] = 'application/json'
  const options = { method, headers, credentials: 'omit', ...(body === null ? {} : { body: body.value }) }
  return { url: query.size === 0 ? url : `${url}?${query}`, options }
}

function asShown(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN)
  } catch {
    return text.slice(0, MAX_SHOWN)
  }
}

async function send(shown, fields, status, answer) {
  const { url, options } = requestOf(shown, fields)
  status.textContent = 'Sent.'
  answer.hidden = true
  const began = performance.now()
  try {
    const response = await fetch(url, options)
    const text = await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    const took = Math.round(performance.now() - began)
    status.textContent = `${options.method} ${url}: ${response.status}, ${took} ms, request ${id}`
    answer.textContent = asShown(text)
    answer.hidden = text === ''
  } catch {
    status.textContent = 'There was no answer: the service cannot be reached.'
  }
}

/** Replaces the button of an operation with its form. */
export async function showForm(button) {
  const content = await readDocument()
  const shown = findOperation(content, button.dataset.try)
  const { parameters: all = [], requestBody, security = [] } = shown.operation
  const token = security.length === 0 ? null : tokenField()
  const parameters = all.map((one) => parameterField(resolve(content, one)))
  const media = resolve(content, requestBody)?.content['application/json']
  const example = resolve(content, Object.values(media?.examples ?? {})[0])?.value
  const body =
    media === undefined
      ? null
      : element('textarea', { rows: 8, spellcheck: false, value: JSON.stringify(example ?? {}, null, 2) })
  const status = element('p', { role: 'status' })
  const answer = element('pre', { tabIndex: 0, hidden: true })
  const form = element(
    'form',
    { className: 'try' },
    ...(token === null ? [] : [token.label]),
    ...parameters.map(({ label }) => label),
    ...(body === null ? [] : [field('Body', body)]),
    element('button', { textContent: `Send ${shown.method}` }),
    status,
    answer,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(shown, { token: token?.input ?? null, parameters, body }, status, answer)
  })
  button.replaceWith(form)
  form.querySelector('input, textarea, button').focus()
}
