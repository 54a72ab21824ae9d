import { secret } from '../../lib/form.js'

/** The form that turns a second factor off. */
export const OFF = { off_password: secret('Your password') }
