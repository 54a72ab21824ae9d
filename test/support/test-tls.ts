/** A certificate authority of a moment and a certificate for localhost: what clients in tests trust and nobody else. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { webcrypto as crypto } from 'node:crypto'

export interface TestTls { ca: string, cert: string, key: string }

let made: Promise<TestTls> | null = null

/** One for the whole process. */
export async function testTls (): Promise<TestTls> {
  made ??= make()
  return await made
}

async function make (): Promise<TestTls> {
  x509.cryptoProvider.set(crypto)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const issuerKeys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const times = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) }
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test authority',
    ...times,
    signingAlgorithm: algorithm,
    keys: issuerKeys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)]
  })
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=localhost',
    issuer: issuer.subject,
    ...times,
    signingAlgorithm: algorithm,
    signingKey: issuerKeys.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }, { type: 'ip', value: '127.0.0.1' }]),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1'])
    ]
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { ca: issuer.toString('pem'), cert: cert.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') }
}
