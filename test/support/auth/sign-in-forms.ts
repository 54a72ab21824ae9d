/** A visitor fills in the forms of a member. */
import type { Answer } from '../https-site.js'
import type { Visitor } from './visitor.js'

export const signIn = async (
  who: Visitor,
  email: string,
  password: string,
  q = '/account/trips',
): Promise<Answer> =>
  await who.fillAt(`/oauth/login?q=${encodeURIComponent(q)}`, '/oauth/login', {
    email,
    password,
  })

export const signUp = async (who: Visitor, values: Record<string, string>): Promise<Answer> =>
  await who.fill('/oauth/signup', {
    first_name: 'Bo',
    last_name: 'Example',
    email: 'bo@mail.example',
    password: 'a fine long password',
    ...values,
  })
