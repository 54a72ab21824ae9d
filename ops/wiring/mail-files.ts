/** Mails as files of the data directory, where the service has no mail server. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '../../api/pages/ports.js'
import { emailKey } from '../../schemas/base/email-key.js'

/** In the data directory. */
export const MAIL_FOLDER = 'mail'
/** No link works for longer; the longest is the offer of an application, with seven days of notice and one more. */
const KEEP_MS = 8 * 86_400_000
const TO = 'To: '

/** Writes the mail to a file that only the owner can read; returns its path. */
export async function writeMailFile(folder: string, mail: Mail): Promise<string> {
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`
  const file = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const about = mail.member === undefined ? '' : `${aboutLine(mail.member)}\n`
  await writeFile(file, `${toLine(mail.to)}\n${about}Subject: ${mail.subject}\n\n${mail.text}\n`, {
    mode: 0o600,
  })
  return file
}

/** Deletes mails to the address in any spelling, and those to others about the member; returns their number. Null: none. */
export async function eraseMailFiles(
  folder: string,
  { to, member }: { to: string | null; member: string | null },
): Promise<number> {
  const isTo = to === null ? null : toLine(emailKey(to))
  const isAbout = member === null ? null : aboutLine(member)
  return await deleteFiles(folder, async (file) => {
    const [recipient = '', about] = (await readFile(file, 'utf8')).split('\n', 2)
    return toLine(emailKey(recipient.slice(TO.length))) === isTo || about === isAbout
  })
}

/** Deletes mails older than eight days; returns their number. */
export async function deleteOldMailFiles(folder: string, now: number): Promise<number> {
  return await deleteFiles(folder, async (file) => (await stat(file)).mtimeMs < now - KEEP_MS)
}

async function deleteFiles(folder: string, isOver: (file: string) => Promise<boolean>): Promise<number> {
  let deleted = 0
  for (const name of await readdir(folder).catch(insteadOfMissing([]))) {
    const file = join(folder, name)
    // Another process may delete it at the same time.
    if (!(await isOver(file).catch(insteadOfMissing(false)))) continue
    await rm(file, { force: true })
    deleted += 1
  }
  return deleted
}

function insteadOfMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value
    throw error
  }
}

function toLine(address: string): string {
  return TO + address
}

function aboutLine(member: string): string {
  return `About: member ${member}`
}
