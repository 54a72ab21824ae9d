/** A PDF of one page that shows a bar code, as boarding passes do. */
import { deflateSync } from 'node:zlib'
import { encode } from 'uqr'

const PIXELS_PER_MODULE = 8

/** @param code what the bar code says */
export function barcodePdf(code: string): Buffer {
  const { data, size } = encode(code, { border: 4, ecc: 'M' })
  const width = size * PIXELS_PER_MODULE
  const pixels = Buffer.alloc(width * width)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)].map((one) => Math.floor(one / PIXELS_PER_MODULE))
    pixels[at] = data[y!]![x!] === true ? 0 : 255
  }
  const image = deflateSync(pixels)
  const page = Buffer.from('q 200 0 0 200 50 500 cm /I Do Q')
  const stream = (head: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ])
  return assembled([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    ),
    stream('', page),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /ColorSpace /DeviceGray /BitsPerComponent 8 ` +
        '/Filter /FlateDecode',
      image,
    ),
  ])
}

/** The file of these objects, numbered from 1; the first is its catalog. */
function assembled(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0)
  const entries = objects.map((object, at) => {
    const from = length()
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
    return `${String(from).padStart(10, '0')} 00000 n \n`
  })
  const table = length()
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
