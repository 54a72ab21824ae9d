/** An uploaded document: the body itself, or the file of a form with its fields (RFC 7578). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../schemas/base/errors.js'
import { mediaType } from '../../http/body.js'
import { MULTIPART_TYPE, knownType, readMultipart } from '../../http/form/multipart.js'
import type { SentFile } from '../../http/form/multipart.js'

export interface Upload extends SentFile {
  /** Fields of the form besides the file. */
  fields: Record<string, string>
}

/** The readers support these; other text is UTF-8. */
const CHARSETS = /^"?(utf-?8|utf-16|us-ascii|iso-8859-1|windows-1252)"?$/i

/** A file and the parameters. */
const MAX_PARTS = 16

const malformed = (description: string): ApiError => new ApiError('invalid_request', description)

/** Throws `invalid_request` for an empty body and for a form without one file, `unsupported_media_type`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = mediaType(request, CHARSETS)
  const upload =
    type === MULTIPART_TYPE
      ? await readForm(body, request.headers['content-type']!)
      : { bytes: body, name: null, mediaType: knownType(type), fields: {} }
  if (upload.bytes.length === 0) throw malformed('The document is empty; send its bytes.')
  return upload
}

async function readForm(body: Buffer, header: string): Promise<Upload> {
  const { fields, files } = await readMultipart(body, header, MAX_PARTS)
  const [file] = files
  if (file === undefined || files.length > 1)
    throw malformed(`The form has ${files.length} files; send one in each request.`)
  return { ...file, fields: Object.fromEntries(fields) }
}
