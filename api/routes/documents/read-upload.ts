/** What arrives as a document: the body itself, or the file of a form with its fields (RFC 7578). */
import type { FastifyRequest } from 'fastify'
import { MAX_NAME_LENGTH } from '../../../schemas/documents/document.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { isStorable } from '../../../schemas/base/storable.js'
import { mediaType } from '../../http/body.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'

const MULTIPART_TYPE = 'multipart/form-data'

export interface Upload {
  bytes: Uint8Array
  name: string | null
  /** In lower case, without parameters; null: what it is shows in the bytes. */
  mediaType: string | null
  /** Fields of the form besides the file. */
  fields: Record<string, string>
}

/** A file and the parameters; each part costs time. */
const MAX_PARTS = 16
/** Readers know these; other texts are UTF-8. */
const CHARSETS = /^"?(utf-?8|utf-16|us-ascii|iso-8859-1|windows-1252)"?$/i
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/
/** What programs send that do not know the type. */
const SAYS_NOTHING = new Set(['application/octet-stream', 'binary/octet-stream', FORM_TYPE])

const malformed = (description: string): ApiError => new ApiError('invalid_request', description)

/** Throws `invalid_request` for an empty body and for a form without one file, `unsupported_media_type`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = mediaType(request, CHARSETS)
  const upload =
    type === MULTIPART_TYPE
      ? await readForm(body, request.headers['content-type']!)
      : { bytes: body, name: null, mediaType: type, fields: {} }
  if (upload.bytes.length === 0) throw malformed('The document is empty; send its bytes.')
  return { ...upload, name: storableName(upload.name), mediaType: knownType(upload.mediaType) }
}

async function readForm(body: Buffer, header: string): Promise<Upload> {
  const [, quoted, token] = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(header) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined) throw malformed('The Content-Type of the form has no boundary.')
  if (countOf(body, `--${boundary}`) > MAX_PARTS + 1)
    throw malformed(`The form has more than ${MAX_PARTS} parts; send one file and its parameters.`)
  const form = await new Response(body, { headers: { 'content-type': header } }).formData().catch(() => null)
  if (form === null) throw malformed(`The body is not valid ${MULTIPART_TYPE}; send one file in it.`)
  const fields: Record<string, string> = {}
  const files: File[] = []
  for (const [name, value] of form)
    if (typeof value === 'string') fields[name] = value
    else files.push(value)
  const [file] = files
  if (file === undefined || files.length > 1)
    throw malformed(`The form has ${files.length} files; send one in each request.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { bytes, name: file.name, mediaType: file.type.split(';', 1)[0]!, fields }
}

/** At most one more than are allowed. */
function countOf(body: Buffer, text: string): number {
  let count = 0
  for (
    let at = body.indexOf(text);
    at >= 0 && count <= MAX_PARTS + 1;
    at = body.indexOf(text, at + text.length)
  )
    count += 1
  return count
}

/** Its end tells what it is. */
function storableName(name: string | null): string | null {
  const end = name?.slice(-MAX_NAME_LENGTH) ?? ''
  return end !== '' && isStorable(end) ? end : null
}

function knownType(sent: string | null): string | null {
  const type = sent?.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) && !SAYS_NOTHING.has(type) ? type : null
}
