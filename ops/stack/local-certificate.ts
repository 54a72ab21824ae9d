/**
 * The certificate of an embedded stack: a local authority created at the first start, and a server
 * certificate signed by it that is renewed a month before it expires. Clients trust the file of the
 * authority, which does not change.
 */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface CertificateFiles {
  ca: string
  cert: string
  key: string
}

const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3_650
const SERVER_DAYS = 365
const RENEW_DAYS = 30
const CLOCK_SLACK_MS = 3_600_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const NAMES = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  { type: 'ip', value: '::1' },
] as const

interface Pair {
  certificate: X509Certificate
  keys: webcrypto.CryptoKeyPair
}

/** Creates or renews the files in `folder` if necessary. `now` is in epoch milliseconds. */
export async function provideLocalCertificate(folder: string, now: number): Promise<CertificateFiles> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = {
    ca: join(folder, 'ca.crt'),
    cert: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
  }
  const caKey = join(folder, 'ca.key')
  const isNew = !isValidLongEnough(files.ca, now) || !existsSync(caKey)
  if (isNew) await write(files.ca, caKey, await authority(now))
  if (isNew || !isValidLongEnough(files.cert, now) || !existsSync(files.key))
    await write(files.cert, files.key, await server(await load(files.ca, caKey), now))
  return files
}

async function authority(now: number): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=Tripfold local authority',
      keys,
      signingAlgorithm: ALGORITHM,
      ...times(now, AUTHORITY_DAYS),
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    webcrypto,
  )
  return { certificate, keys }
}

async function server(ca: Pair, now: number): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create(
    {
      subject: 'CN=localhost',
      issuer: ca.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: ca.keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...times(now, SERVER_DAYS),
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([...NAMES]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        await AuthorityKeyIdentifierExtension.create(ca.keys.publicKey),
      ],
    },
    webcrypto,
  )
  return { certificate, keys }
}

function times(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - CLOCK_SLACK_MS), notAfter: new Date(now + days * DAY_MS) }
}

function isValidLongEnough(file: string, now: number): boolean {
  return (
    existsSync(file) &&
    new X509Certificate(readFileSync(file, 'utf8')).notAfter.getTime() - now > RENEW_DAYS * DAY_MS
  )
}

async function load(certificateFile: string, keyFile: string): Promise<Pair> {
  const certificate = new X509Certificate(readFileSync(certificateFile, 'utf8'))
  const [pkcs8] = PemConverter.decode(readFileSync(keyFile, 'utf8'))
  if (pkcs8 === undefined) throw new Error(`${keyFile} contains no private key`)
  const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign'])
  return {
    certificate,
    keys: { privateKey, publicKey: await certificate.publicKey.export(ALGORITHM, ['verify'], webcrypto) },
  }
}

/**
 * Writes the key first: a certificate without a key is recreated, but a key without its certificate goes
 * unnoticed.
 */
async function write(certificateFile: string, keyFile: string, pair: Pair): Promise<void> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', pair.keys.privateKey)
  replaceFile(keyFile, `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`, 0o600)
  replaceFile(certificateFile, `${pair.certificate.toString('pem')}\n`, 0o644)
}

function replaceFile(file: string, content: string, mode: number): void {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, content, { mode })
  renameSync(partial, file)
}
