import type { ErrorClass } from '../../../actors/delivery/attempt-result.js'

/** No connection was made; `error` is what the delivery log shows. */
export class ConnectError extends Error {
  readonly error: ErrorClass
  constructor(error: ErrorClass, message: string, cause?: unknown) {
    super(message, { cause })
    this.error = error
  }
}
