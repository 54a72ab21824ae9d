/** Forms with files (multipart/form-data, RFC 7578). */
import { ApiError } from '../../../schemas/base/errors.js'
import { MAX_NAME_LENGTH } from '../../../schemas/documents/document.js'
import { isStorable } from '../../../schemas/base/storable.js'
import { FORM_TYPE } from './form-fields.js'

export const MULTIPART_TYPE = 'multipart/form-data'

export interface SentFile {
  bytes: Uint8Array
  name: string | null
  /** In lower case, without parameters; null: recognised by content. */
  mediaType: string | null
}

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/
/** Sent by programs that do not know the type. */
const SAYS_NOTHING = new Set(['application/octet-stream', 'binary/octet-stream', FORM_TYPE])

const malformed = (description: string): ApiError => new ApiError('invalid_request', description)

/**
 * All fields, in order, and all files. Throws `invalid_request` for a body that is not such a form.
 * @param maxParts files and fields: each costs time
 */
export async function readMultipart(
  body: Buffer,
  header: string,
  maxParts: number,
): Promise<{ fields: Array<[name: string, value: string]>; files: SentFile[] }> {
  const [, quoted, token] = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(header) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined) throw malformed('The Content-Type of the form has no boundary.')
  if (!hasAtMost(maxParts + 1, `--${boundary}`, body))
    throw malformed(`The form has more than ${maxParts} parts; send one file and its parameters.`)
  const form = await new Response(body, { headers: { 'content-type': header } }).formData().catch(() => null)
  if (form === null) throw malformed(`The body is not valid ${MULTIPART_TYPE}; send one file in it.`)
  const fields: Array<[string, string]> = []
  const files: SentFile[] = []
  for (const [name, value] of form)
    if (typeof value === 'string') fields.push([name, value])
    else
      files.push({
        bytes: new Uint8Array(await value.arrayBuffer()),
        name: storableName(value.name),
        mediaType: knownType(value.type.split(';', 1)[0]!),
      })
  return { fields, files }
}

function hasAtMost(times: number, text: string, body: Buffer): boolean {
  let at = -1
  for (let left = times; left >= 0; left--) {
    at = body.indexOf(text, at + 1)
    if (at < 0) return true
  }
  return false
}

/** Keeps the end, because the extension shows the format. */
function storableName(name: string): string | null {
  const end = name.slice(-MAX_NAME_LENGTH)
  return end !== '' && isStorable(end) ? end : null
}

/** The media type, unless it says nothing. */
export function knownType(sent: string): string | null {
  const type = sent.trim().toLowerCase()
  return MEDIA_TYPE.test(type) && !SAYS_NOTHING.has(type) ? type : null
}
