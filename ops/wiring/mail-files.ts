/** Mails as files of the data directory, where the service has no mail server. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '../../api/pages/ports.js'

/** In the data directory. */
export const MAIL_FOLDER = 'mail'

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

/** Deletes mails to the address and those to other addresses about the member; how many. Null: none. */
export async function eraseMailFiles(
  folder: string,
  { to, member }: { to: string | null; member: string | null },
): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  let erased = 0
  for (const name of names) {
    const file = join(folder, name)
    const [recipient, about] = (await readFile(file, 'utf8')).split('\n', 2)
    if (recipient !== toLine(to) && (member === null || about !== aboutLine(member))) continue
    await rm(file)
    erased += 1
  }
  return erased
}

function toLine(address: string | null): string {
  return `To: ${address ?? ''}`
}

function aboutLine(member: string): string {
  return `About: member ${member}`
}
