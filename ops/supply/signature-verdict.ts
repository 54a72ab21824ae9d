import type { NpmResult } from './run-npm.js'

export interface SignatureVerdict {
  /** `unknown` if there are no signatures or no keys to verify: nothing speaks against the packages. */
  is: 'verified' | 'refused' | 'unknown'
  lines: string[]
}

interface Finding {
  name: string
  version: string
}

/** What `npm audit signatures --json` found. */
export function signatureVerdict({ code, stdout, stderr }: NpmResult): SignatureVerdict {
  const report = parsed(stdout)
  const invalid = report.invalid ?? []
  const missing = report.missing ?? []
  if (invalid.length + missing.length > 0)
    return {
      is: 'refused',
      lines: [
        ...invalid.map(
          ({ name, version }) => `${name} ${version}: the signature is wrong; do not install it`,
        ),
        ...missing.map(({ name, version }) => `${name} ${version}: the registry has no signature for it`),
      ],
    }
  if (code === 0) return { is: 'verified', lines: ['The registry has signed every installed package.'] }
  const reason = report.error?.summary ?? lastError(stderr)
  return {
    is: 'unknown',
    lines: [
      `No signature was verified: the registry offers none, or its keys cannot be reached (${reason}).`,
      'npm ci still checks every package against its hash in package-lock.json.',
    ],
  }
}

interface Report {
  invalid?: Finding[]
  missing?: Finding[]
  error?: { summary?: string }
}

function parsed(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    // npm printed no report; its messages tell why.
    return {}
  }
}

function lastError(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.+)$/.exec(line)?.[1] ?? [])
  return (
    lines.find((line) => /request to|signatures|registry/i.test(line)) ?? lines[0] ?? 'npm gave no reason'
  )
}
