/** The form in which an email address is looked for and counted. Every spelling that finds an account has to count as that account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
