/**
 * What a member has to know of a held line to prove that its loyalty number is theirs (contract.md 8.3): a locator or
 * a ticket number of it, in the form in which they are compared.
 */
import { locatorKey, normaliseLocator } from '../base/locator.js'

/** Shorter ones can be guessed: six characters with a letter are a billion, eight digits a hundred million. */
const LONG_ENOUGH = /^(?:\d{8,}|(?=.*\D).{6,})$/u

/** The form of a locator or ticket number; null if it is too short to prove anything. */
export function bookingProof(text: unknown): string | null {
  const locator = normaliseLocator(text)
  return locator === null || !LONG_ENOUGH.test(locator) ? null : locatorKey(locator)
}

/** Those of all bookings of a line. @param segments raw segments */
export function bookingProofs(segments: readonly unknown[]): string[] {
  const proofs = segments.flatMap((segment) => {
    const { confirmation_no, booking_confirmation_no, ticket_number, travelers } = segment as Record<
      string,
      unknown
    >
    const listed = Array.isArray(travelers) ? (travelers as Array<Record<string, unknown> | null>) : []
    return [
      confirmation_no,
      booking_confirmation_no,
      ticket_number,
      ...listed.map((traveller) => traveller?.['ticket_number']),
    ].map(bookingProof)
  })
  return [...new Set(proofs.filter((proof) => proof !== null))]
}
