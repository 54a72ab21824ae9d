/** The pages by name with what each is made from, and the one way to show them. Eta escapes every value. */
import type {} from '@fastify/view'
import type { FastifyReply } from 'fastify'
import type { ConsentData } from './consent-page.js'

/** A fault of a form: the field's id, and what to do about it in a sentence. */
export interface FieldError { field: string, text: string }

/** What every page has. */
export interface Frame {
  title: string
  /** Whose pages these are: decides the navigation. */
  nav: 'none' | 'member' | 'developer'
  /** Token for the forms of the page. */
  formToken: string
  errors: FieldError[]
  /** One sentence of good news, or null. */
  notice: string | null
}

export interface Pages {
  'problem': { heading: string, text: string, hint: string | null }
  'sign-in': { heading: string, action: string, returnTo: string, appName: string | null, email: string, signUpUrl: string, forgotUrl: string }
  'consent': ConsentData
}

/** Renders a page into the layout. With errors the status is 422 unless another is given, and the title says so. */
export async function show<N extends keyof Pages> (
  reply: FastifyReply, name: N, frame: Partial<Frame> & { title: string }, data: Pages[N], status?: number
): Promise<FastifyReply> {
  const errors = frame.errors ?? []
  const full: Frame = {
    nav: 'none',
    formToken: '',
    notice: null,
    ...frame,
    errors,
    title: errors.length > 0 ? `Error: ${frame.title}` : frame.title
  }
  const html = await reply.viewAsync(name, { ...data, frame: full })
  return await reply.code(status ?? (errors.length > 0 ? 422 : 200)).type('text/html; charset=utf-8').send(html)
}
