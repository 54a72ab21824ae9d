/**
 * The form in which email addresses are looked up and rate limited: every spelling of an account counts as
 * that account.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
