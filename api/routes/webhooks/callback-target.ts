/** Callback ids in paths, and what all operations of callbacks share. */
import { callbackExample } from '../../document/examples/resources.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { idParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'

export const BODY_TYPES = ['application/json', FORM_TYPE]

export const NO_CALLBACK = problem(404, 'not_found', 'There is no webhook with this id.')
export const DISABLED = problem(409, 'conflict', 'The webhook is Disabled; set its status to Active first.')
export const CALLBACK_ID = {
  callback_id: idParameter('Id of the webhook.', callbackExample.id, NO_CALLBACK),
}
