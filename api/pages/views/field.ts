/** Fields of forms, each with its label, its hint and its error. */
import Type from 'typebox'
import { shownValue } from '../lib/form.js'
import type { Fields, Shown } from '../lib/form.js'
import { html } from './html.js'
import type { Html } from './html.js'
import type { FieldError, PageFrame } from './page-frame.js'

type Values = Readonly<Record<string, unknown>>

/** All fields of a form that have a label, in their order. Boxes are ticked as the values say. */
export function fields(frame: PageFrame, form: Fields, values: Values = frame.form): Html[] {
  return Object.keys(form)
    .filter((name) => form[name]?.shown?.label !== undefined)
    .map((name) => html`${fieldOf(frame, form, name, { values })}\n`)
}

/** One field of a form. @param hint in place of the declared one */
export function fieldOf(
  frame: PageFrame,
  form: Fields,
  name: string,
  { values = frame.form, hint }: { values?: Values; hint?: string } = {},
): Html {
  const schema = form[name]
  const { label = '', ...shown } = schema?.shown ?? {}
  const value = values[name]
  if (schema !== undefined && Type.IsBoolean(schema))
    return tick({ type: 'checkbox', id: name, checked: value === true }, label)
  const here = hint === undefined ? {} : { hint }
  return field(frame.errors, { id: name, label, ...shown, ...here, value: shownValue(schema, value) })
}

export interface Field extends Shown {
  /** Also its name, unless that is given. */
  id: string
  name?: string
  label: string
  value?: string
  /** The words for no choice, if that is one. */
  any?: string
}

/** A line of text, or several, or a choice. The value of a password is never shown. */
export function field(errors: readonly FieldError[], options: Field): Html {
  if (options.options !== undefined)
    return choice({ value: '', ...options, options: options.options }, errors)
  const {
    id,
    name = id,
    label,
    value = '',
    hint = null,
    type = 'text',
    rows,
    autocomplete,
    inputmode,
  } = options
  const mine = errors.filter((error) => error.field === id)
  const isPlain = type === 'password' || options.plain === true
  const described = [hint === null ? '' : `${id}-hint`, mine.length > 0 ? `${id}-error` : '']
    .filter((one) => one !== '')
    .join(' ')
  const shared = html`id="${id}" name="${name}"${isPlain && html` spellcheck="false" autocapitalize="none"`}${options.required !== false && html` required`}${mine.length > 0 && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`
  return html`<div class="field${mine.length > 0 && ' wrong'}">
<label for="${id}">${label}</label>
${hint !== null && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${fieldError(errors, id)}
${
  rows === undefined
    ? html`<input ${shared} type="${type}" value="${type === 'password' ? '' : value}"${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${inputmode !== undefined && html` inputmode="${inputmode}"`}>`
    : html`<textarea ${shared} rows="${rows}">${value}</textarea>`
}
</div>`
}

/** The errors of a field that is not a line of text. */
export function fieldError(errors: readonly FieldError[], id: string): Html[] {
  return errors
    .filter((error) => error.field === id)
    .map(({ text }) => html`<p class="error" id="${id}-error"><span class="hidden">Error: </span>${text}</p>`)
}

/** A field to enter a recovery code in place of the code of an authenticator app. */
export function recoveryField(errors: readonly FieldError[]): Html {
  return html`<details class="recovery"${errors.some((error) => error.field === 'recovery_code') && html` open`}>
<summary>Use a recovery code</summary>
${field(errors, {
  id: 'recovery_code',
  label: 'Recovery code',
  plain: true,
  required: false,
  autocomplete: 'off',
  hint: 'One of the ten that you stored, such as k7m2p-x9qrt. Leave the other field empty.',
})}
</details>`
}

type Choice = Field & Required<Pick<Field, 'value' | 'options'>>

export function choice(
  { id, name = id, label, value, any, options }: Choice,
  errors: readonly FieldError[] = [],
): Html {
  const isWrong = errors.some((error) => error.field === id)
  return html`<div class="field${isWrong && ' wrong'}"><label for="${id}">${label}</label>
${fieldError(errors, id)}
<select id="${id}" name="${name}"${isWrong && html` aria-invalid="true" aria-describedby="${id}-error"`}>${any !== undefined && html`<option value="">${any}</option>`}${options.map(
    ([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`,
  )}</select></div>`
}

export interface Tick {
  type: 'checkbox' | 'radio'
  id: string
  name?: string
  /** By default 1. */
  value?: string
  checked: boolean
}

/** A box to tick, or one of several. */
export function tick({ type, id, name = id, value = '1', checked }: Tick, label: Html | string): Html {
  return html`<div class="tick"><input type="${type}" id="${id}" name="${name}" value="${value}"${checked && html` checked`}><label for="${id}">${label}</label></div>`
}

/** Boxes of which one is ticked; each has its value as its id, after the prefix. */
export function radios(
  name: string,
  value: string,
  choices: ReadonlyArray<readonly [value: string, label: Html | string]>,
  prefix = '',
): Html[] {
  return choices.map(
    ([one, label]) =>
      html`${tick({ type: 'radio', id: `${prefix}${one}`, name, value: one, checked: one === value }, label)}\n`,
  )
}

/** A button that copies the text of the element `from`; the script shows it. */
export function copyButton(from: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy-from="${from}" hidden>Copy<span class="hidden"> ${what}</span></button>`
}

/** The beginning of a UUID; the button copies all of it. */
export function shortId(id: string, what: string): Html {
  return html`<code title="${id}">${id.slice(0, 8)}</code> <button type="button" class="copy" data-copy="${id}" hidden>Copy<span class="hidden"> ${what}</span></button>`
}
