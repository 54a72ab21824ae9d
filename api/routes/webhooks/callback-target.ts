/** Callback ids in paths, and what all endpoints of callbacks share. */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { isId } from '../../../schemas/base/ids.js'
import { callbackExample } from '../../document/examples/webhooks.js'
import type { Operation } from '../../document/operation.js'
import type { TypedRequest } from '../../endpoint.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'

export const BODY_TYPES = ['application/json', FORM_TYPE]

export const CALLBACK_PATH = {
  callback_id: { description: 'Id of the callback.', example: callbackExample.id },
}
export const CALLBACK_PARAMS = { callback_id: Type.String() }

export const CALLBACK_NOT_FOUND: NonNullable<Operation['errors']>[number] = [
  404,
  'not_found',
  'The application has no callback with this id.',
]
export const callbackNotFound = (): ApiError =>
  new ApiError('not_found', 'There is no callback with this id.')

/** The callback id in the path. Throws `not_found` for a malformed one. */
export function callbackId(request: TypedRequest<typeof CALLBACK_PARAMS>): string {
  const { callback_id: id } = request.params
  if (!isId(id)) throw callbackNotFound()
  return id
}
