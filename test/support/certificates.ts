/** Certificate authorities of a test, and certificates that they sign. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { isIP } from 'node:net'

export interface TestAuthority {
  /** PEM. */
  ca: string
  issue: (options: {
    /** The common name, such as a Postgres user. */
    name: string
    /** Host names and addresses that a server certificate is for. */
    hosts?: string[]
    /** Days from now until it expires; negative: it has expired. */
    days?: number
  }) => Promise<{ cert: string; key: string }>
}

const DAY_MS = 86_400_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A new authority that nothing trusts yet. */
export async function testAuthority(name: string): Promise<TestAuthority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const now = Date.now()
  const authority = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(now - 10 * DAY_MS),
      notAfter: new Date(now + 10 * DAY_MS),
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  )
  return {
    ca: `${authority.toString('pem')}\n`,
    issue: async ({ name: subject, hosts = [], days = 5 }) => {
      const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
      const certificate = await X509CertificateGenerator.create(
        {
          subject: `CN=${subject}`,
          issuer: authority.subject,
          publicKey: own.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: ALGORITHM,
          notBefore: new Date(now - 9 * DAY_MS),
          notAfter: new Date(now + days * DAY_MS),
          extensions: [
            new BasicConstraintsExtension(false, undefined, true),
            new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
            new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
            ...(hosts.length === 0 ? [] : [new SubjectAlternativeNameExtension(hosts.map(nameOf))]),
          ],
        },
        webcrypto,
      )
      const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', own.privateKey)
      return {
        cert: `${certificate.toString('pem')}\n`,
        key: `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
      }
    },
  }
}

function nameOf(host: string): { type: 'ip' | 'dns'; value: string } {
  return { type: isIP(host) === 0 ? 'dns' : 'ip', value: host }
}
