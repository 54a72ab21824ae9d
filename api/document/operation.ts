/** Operations of the old form, until all routes are values. */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { OperationDoc } from '../operation/declaration.js'

export type { HeaderName, ResponseDoc } from '../operation/declaration.js'
export type { DescribedOperation } from '../operation/described.js'

export interface Operation extends Omit<OperationDoc, 'params'> {
  path?: Record<string, { description: string; example: string; schema?: TSchema }>
  errors?: Array<[status: number, code: ErrorCode, description: string]>
  copyOf?: string
  deprecated?: boolean
}
