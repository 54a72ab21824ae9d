/** The embedded certificate authority and its certificate for localhost, made once per process: what clients in tests trust. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideLocalCertificate } from '../../ops/stack/local-certificate.js'

export interface TestTls {
  ca: string
  cert: string
  key: string
}

let made: Promise<TestTls> | null = null

export async function testTls(): Promise<TestTls> {
  made ??= make()
  return await made
}

async function make(): Promise<TestTls> {
  const folder = mkdtempSync(join(tmpdir(), 'tripfold-tls-'))
  const files = await provideLocalCertificate(folder, Date.now())
  const tls = {
    ca: readFileSync(files.ca, 'utf8'),
    cert: readFileSync(files.cert, 'utf8'),
    key: readFileSync(files.key, 'utf8'),
  }
  rmSync(folder, { recursive: true, force: true })
  return tls
}
