/** Blocks of code with a button that copies them, alone or as tabs. */
import { highlighted } from './highlight.js'
import { anchorOf, escape, join } from './html.js'

/** Values of an application that the script fills in for a developer who is signed in at the console. */
const PERSONAL_VALUES: ReadonlyArray<readonly [placeholder: string, name: string]> = [
  ['YOUR_CLIENT_ID', 'client_id'],
  ['YOUR_REDIRECT_URI', 'redirect_uri'],
]

export interface CodeSample {
  /** The tab: curl, TypeScript, Python. */
  label: string
  /** As in a Markdown fence. */
  language: string
  text: string
}

/** Numbers the blocks of one page, because buttons refer to them by id. */
export interface PageCounter {
  count: number
}

export interface BlockOptions {
  /** What is in it, for the button. */
  label: string
  language: string
  /** Shown above it. */
  title?: string
}

/** One block. */
export function codeBlock(
  text: string,
  counter: PageCounter,
  { label, language, title = '' }: BlockOptions,
): string {
  const id = `code-${++counter.count}`
  const button = `<button type="button" class="copy" hidden data-copy-from="${id}" aria-label="Copy ${escape(label)}">Copy</button>`
  const name = title === '' ? '' : `<span>${escape(title)}</span>`
  return `<div class="code"><div class="code-bar">${name}${button}</div><pre tabindex="0"><code id="${id}">${withValues(highlighted(text, language))}</code></pre></div>`
}

/** The same request in several languages, as tabs that remember the choice; without the script one below another. */
export function codeTabs(samples: readonly CodeSample[], counter: PageCounter): string {
  const panels = samples.map(
    ({ label, language, text }) =>
      `<div data-tab="${escape(label)}"><p class="tab-name">${escape(label)}</p>${codeBlock(text, counter, { label: `the ${anchorOf(label)} code`, language })}</div>`,
  )
  return `<div class="samples" data-tabs="language" data-tabs-label="Language">${join(panels)}</div>`
}

function withValues(html: string): string {
  return PERSONAL_VALUES.reduce(
    (text, [placeholder, name]) =>
      text.replaceAll(placeholder, `<span data-value="${name}">${placeholder}</span>`),
    html,
  )
}
