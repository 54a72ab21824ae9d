/** Hands a mail to the command for operators, as the pipe transport of a mail server does. */
import { spawn } from 'node:child_process'
import { program } from './program.js'

/** The mail server whose verdicts the command trusts. */
export const AUTHSERV_ID = 'mx.tripfold.example'

export async function pipeMail(
  databaseUrl: string,
  recipients: string | readonly string[],
  mail: string | Buffer,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [...program('ops/cli.ts'), 'mail', ...(typeof recipients === 'string' ? [recipients] : recipients)],
    {
      env: {
        ...process.env,
        ...{ DATABASE_URL: databaseUrl, NATS_URL: '', SECRET_KEY: '', MAIL_AUTHSERV_ID: AUTHSERV_ID },
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  child.stdin.end(mail)
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdin.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, output })
    })
  })
}

/** A confirmation with the markup of a flight, as an airline mails it. */
export function flightMail({
  from = 'Northern Wings <booking@wings.example>',
  verdict = `${AUTHSERV_ID}; dmarc=pass (p=reject) header.from=wings.example`,
  day,
  locator,
  passenger = 'Ada Demo',
}: {
  from?: string
  verdict?: string | null
  day: string
  locator: string
  passenger?: string
}): string {
  const markup = {
    '@context': 'http://schema.org',
    '@type': 'FlightReservation',
    reservationNumber: locator,
    reservationStatus: 'http://schema.org/Confirmed',
    underName: { '@type': 'Person', name: passenger },
    reservationFor: {
      '@type': 'Flight',
      flightNumber: '856',
      airline: { '@type': 'Airline', iataCode: 'SK', name: 'SAS' },
      departureAirport: { '@type': 'Airport', iataCode: 'ARN' },
      arrivalAirport: { '@type': 'Airport', iataCode: 'CPH' },
      departureTime: `${day}T10:00:00+01:00`,
      arrivalTime: `${day}T11:15:00+01:00`,
    },
  }
  return [
    ...(verdict === null ? [] : [`Authentication-Results: ${verdict}`]),
    `From: ${from}`,
    'To: Ada <ada@example.com>',
    `Subject: Your booking ${locator}`,
    `Date: Mon, 02 Mar 2026 10:00:00 +0000`,
    `Message-ID: <${locator}@wings.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body><script type="application/ld+json">${JSON.stringify(markup)}</script><p>Thank you</p></body></html>`,
    '',
  ].join('\r\n')
}
