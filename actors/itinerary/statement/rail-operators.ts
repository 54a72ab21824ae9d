/** RULES N3: railways by the kind of train that only they run. */
import VENDOR_WORDS from '../../../schemas/data/vendor-words.json' with { type: 'json' }
import { parseTrainName } from '../../../schemas/segment/fields/train-name.js'
import { entriesByAlias } from '../lib/word-tables.js'

/** In comparison form. Kinds that several railways run (IC, EC, RE, S) are left out. */
const OPERATORS = entriesByAlias(VENDOR_WORDS.railOperators, ', ')

/** The railway that alone runs the kind of train in `text` (`ICE 599`); null if several do, or it is not known. */
export function railOperator(text: string | null): string | null {
  const line = text === null ? null : parseTrainName(text).line
  return line === null ? null : (OPERATORS.get(line) ?? null)
}
