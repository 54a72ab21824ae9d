/** RULES N3: railways by the kind of train that only they run. */
import { parseTrainName } from '../../../schemas/segment/fields/train-name.js'

/** In comparison form. Kinds that several railways run (IC, EC, RE, S) are left out. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DB: ['ICE'],
    SNCF: ['TGV', 'TGV INOUI', 'INOUI', 'OUIGO', 'INTERCITES', 'TER'],
    Eurostar: ['EUROSTAR', 'EST', 'THALYS', 'THA'],
    Trenitalia: ['FRECCIAROSSA', 'FRECCIARGENTO', 'FRECCIABIANCA', 'FR', 'FA', 'FB'],
    Italo: ['ITALO', 'ITA'],
    Renfe: ['AVE', 'AVLO', 'ALVIA', 'AVANT', 'EUROMED'],
    CP: ['ALFA PENDULAR', 'AP'],
    ÖBB: ['RJ', 'RJX', 'RAILJET', 'RAILJET XPRESS', 'NJ', 'NIGHTJET'],
    Westbahn: ['WESTBAHN', 'WB'],
    FlixTrain: ['FLIXTRAIN', 'FLX'],
    'Leo Express': ['LEO EXPRESS', 'LE'],
    RegioJet: ['REGIOJET'],
    'PKP Intercity': ['EIP', 'EIC', 'TLK'],
    Amtrak: ['AMTRAK', 'ACELA', 'ACELA EXPRESS'],
    'VIA Rail': ['VIA', 'VIA RAIL'],
    Korail: ['KTX'],
    'JR Central': ['NOZOMI', 'HIKARI', 'KODAMA'],
  }).flatMap(([operator, kinds]) => kinds.map((kind): [string, string] => [kind, operator])),
)

/** The railway that alone runs the kind of train in `text` (`ICE 599`); null if several do, or it is not known. */
export function railOperator(text: string | null): string | null {
  const line = text === null ? null : parseTrainName(text).line
  return line === null ? null : (OPERATORS.get(line) ?? null)
}
