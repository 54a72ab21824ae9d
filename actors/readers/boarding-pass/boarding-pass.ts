/** Boarding passes: the text of bar codes (IATA Resolution 792), Apple Wallet passes and bundles of them. */
import { refusedPart } from '../reader.js'
import type { DocumentReader, FoundPart, ReceivedDocument } from '../reader.js'
import { documentText } from '../document-text.js'
import { BAR_CODE } from './bar-code.js'
import { barCodeParts } from './bar-code-parts.js'
import { passFiles } from './pass-files.js'
import { walletParts } from './wallet-parts.js'
import { walletPass } from './wallet-pass.js'

const FIRST_LOOK = 400
const MOST_LINES = 1_000
const MOST_PASSES = 100

export const boardingPass: DocumentReader = {
  format: 'boarding-pass',
  source: 'email_parser',
  accepts: (document) =>
    isWallet(document) ||
    /\.bcbp$/i.test(document.name ?? '') ||
    (!isZip(document.bytes) &&
      BAR_CODE.test(documentText(document.bytes.subarray(0, FIRST_LOOK)).trimStart())),
  read: (document) =>
    isWallet(document) || isZip(document.bytes)
      ? walletFile(document, document.bytes, null)
      : barCodes(document),
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const isWallet = ({ mediaType, name }: ReceivedDocument): boolean =>
  /^application\/vnd\.apple\.pkpass(?:es)?$/.test(mediaType ?? '') || /\.pkpass(?:es)?$/i.test(name ?? '')

function barCodes({ bytes, received }: ReceivedDocument): FoundPart[] {
  const lines = documentText(bytes).split(/\r\n|\n|\r/, MOST_LINES)
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : barCodeParts(line.trimStart(), `line ${index + 1}`, received),
  )
}

/** @param inside the name of the pass in its bundle; null: it is the document */
function walletFile(document: ReceivedDocument, bytes: Uint8Array, inside: string | null): FoundPart[] {
  const at = inside === null ? 'pass.json' : `${inside}/pass.json`
  const files = passFiles(bytes)
  if (files === null)
    return [
      refusedPart(
        at,
        'This is not a complete .pkpass file, or it is too large to be one. Send the file again.',
      ),
    ]
  const passes = [...files].filter(([name]) => name.endsWith('.pkpass')).slice(0, MOST_PASSES)
  if (inside === null && passes.length > 0)
    return passes.flatMap(([name, inner]) => walletFile(document, inner, name))
  const pass = walletPass(files)
  if (pass === null)
    return [refusedPart(at, 'The pass.json of this pass is missing or cannot be read. Send the file again.')]
  return walletParts(pass, at, document.received)
}
