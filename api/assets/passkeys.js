/**
 * The script of pages that create or use a passkey: it shows their form, has the browser ask for the passkey, and sends
 * the answer. Without it the form stays hidden. `SimpleWebAuthnBrowser` is the library, loaded earlier.
 */
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser

const PROBLEMS = {
  NotAllowedError: 'Nothing was chosen, or it took too long. Try again.',
  InvalidStateError: 'This device or password manager holds a passkey of your account already.',
}

async function answerOf(box, form) {
  const { passkey, options } = box.dataset
  if (passkey === 'create') return await startRegistration({ optionsJSON: JSON.parse(options) })
  const body = new URLSearchParams({ form_token: form.elements.form_token.value })
  const asked = await fetch(`${form.getAttribute('action')}/challenge`, { method: 'POST', body })
  if (!asked.ok)
    throw new Error(asked.status === 429 ? 'Too many attempts. Wait a little.' : 'Reload the page.')
  return await startAuthentication({ optionsJSON: await asked.json() })
}

function addPasskey(box) {
  const form = box.querySelector('form')
  const button = form.querySelector('#passkey')
  const problem = form.querySelector('[data-passkey-problem]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    problem.hidden = true
    try {
      form.elements.credential.value = JSON.stringify(await answerOf(box, form))
      form.submit()
    } catch (error) {
      problem.textContent = PROBLEMS[error.name] ?? `The passkey does not work here. ${error.message}`
      problem.hidden = false
      button.disabled = false
    }
  })
  box.hidden = false
}

if (browserSupportsWebAuthn()) for (const box of document.querySelectorAll('[data-passkey]')) addPasskey(box)
