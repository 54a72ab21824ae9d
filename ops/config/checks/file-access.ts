/** Whether a file can be used, in the words of an error message. */
import { accessSync, constants, statSync } from 'node:fs'

/** What to do about a file that is not as it has to be. */
export const EXISTING = 'give the path of an existing file'

/** Whether a file can be used for what it is given for. */
export function isUsable(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

/** Why the file cannot be read; null if it can. */
export function whyUnreadable(file: string): string | null {
  if (!exists(file)) return 'does not exist'
  if (isDirectory(file)) return 'is a directory'
  return hasAccess(file, constants.R_OK) ? null : 'this user may not read'
}

/** Why the file cannot be run as a program; null if it can. */
export function whyNotExecutable(file: string): string | null {
  if (!exists(file)) return 'does not exist'
  if (isDirectory(file)) return 'is a directory'
  return hasAccess(file, constants.X_OK) ? null : 'is not executable'
}

/** Whether there is a file or directory. */
export function exists(file: string): boolean {
  return hasAccess(file, constants.F_OK)
}

/** Whether there is a directory. */
export function isDirectory(file: string): boolean {
  return exists(file) && statSync(file).isDirectory()
}

/** Whether this user may access the file; `mode` is of `fs.constants`. */
export function hasAccess(file: string, mode: number): boolean {
  try {
    accessSync(file, mode)
    return true
  } catch {
    return false
  }
}
