/** The body of an error of the authorization server (oauth.md 5). */
import Type from 'typebox'
import { OAUTH_STATUS } from './oauth-error.js'

export const OauthErrorBody = Type.Object(
  {
    error: Type.Enum(Object.keys(OAUTH_STATUS), { description: 'Code from a closed list.' }),
    error_description: Type.String({ description: 'What is wrong, as a sentence in plain ASCII.' }),
  },
  { description: 'An error as in RFC 6749 5.2.' },
)
