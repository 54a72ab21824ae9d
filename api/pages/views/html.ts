/**
 * HTML as a value. Everything that is put into a template is escaped, unless it is a template itself: the type of a value
 * decides, so that a text from outside cannot become markup by mistake.
 */

/** Markup that was made by a template. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes. False and null leave nothing, so that `condition && html` can stand in it. */
export type Insert = Html | string | number | false | null | readonly Html[]

/** A template: its own text as it is, and its values escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at++) text += textOf(values[at] ?? null) + (parts[at + 1] ?? '')
  return new Html(text)
}

/** Markup that somebody else made: the SVG of a QR code. Never anything with text from outside in it. */
export function trustedMarkup(text: string): Html {
  return new Html(text)
}

function textOf(value: Insert): string {
  if (value === null || value === false) return ''
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  return value instanceof Html ? value.text : textOfAll(value)
}

function textOfAll(list: readonly Html[]): string {
  let text = ''
  for (const one of list) text += one.text
  return text
}

const SPECIAL = /[&<>"']/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Most texts need nothing. */
function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one) : text
}
