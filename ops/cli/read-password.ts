/** Passwords for new accounts: never arguments, which every account of the machine can list and shells keep. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { PASSWORD_MIN } from '../../api/pages/sign-in/passwords.js'
import { UsageError } from './answer.js'
import { text } from './values.js'

/** The option of commands that set a password. */
export const PASSWORD_FROM = [
  '--password-from <FILE>',
  'a file whose first line is the password; - reads it from standard input, on a terminal without showing it; by default one is generated and printed',
  text,
] as const

/** The password in the first line of the file, `-` being standard input; without one a new password that nobody chose. */
export async function readPassword(file: string | undefined): Promise<string> {
  if (file === undefined) return randomBytes(12).toString('base64url')
  const [password = ''] = (await contentOf(file)).split(/\r?\n/)
  if ([...password].length < PASSWORD_MIN)
    throw new UsageError(`--password-from: the password has fewer than ${PASSWORD_MIN} characters`)
  return password
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return process.stdin.isTTY ? await askSilently() : await textOf(process.stdin)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--password-from: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function askSilently(): Promise<string> {
  process.stderr.write('Password: ')
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  prompt.once('SIGINT', () => process.exit(130))
  const answer = await prompt.question('')
  prompt.close()
  process.stderr.write('\n')
  return answer
}
