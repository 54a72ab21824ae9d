/** Orders of airlines and their sellers: IATA NDC as XML, Duffel as JSON. */
import { documentText } from '../document-text.js'
import type { DocumentReader } from '../reader.js'
import { isDuffel, readDuffel } from './duffel.js'
import { isNdc, readNdc } from './ndc-order.js'
import { ORDER_SOURCE } from './order-source.js'

export const orderReader: DocumentReader = {
  format: 'order',
  source: ORDER_SOURCE,
  accepts: ({ bytes }) => {
    const text = documentText(bytes)
    return isNdc(text) || isDuffel(text)
  },
  read: ({ bytes }, _readInner, context) => {
    const text = documentText(bytes)
    return isNdc(text) ? readNdc(text, context) : readDuffel(text, context)
  },
}
