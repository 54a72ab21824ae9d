/** What privileged faults need from the machine, and whether it is available. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

export type Need = 'root' | 'iptables' | 'faketime' | 'loop device' | 'perl' | 'mkfs.ext4' | 'mount'

const CHECKS: Record<Need, () => boolean> = {
  root: () => process.getuid?.() === 0,
  iptables: () => program('iptables') && succeeds('iptables', '-w', '-n', '-L', 'INPUT'),
  faketime: () => program('faketime'),
  'loop device': () => program('losetup') && existsSync('/dev/loop-control'),
  perl: () => program('perl'),
  'mkfs.ext4': () => program('mkfs.ext4'),
  mount: () => program('mount') && program('umount'),
}

const FIX: Partial<Record<Need, string>> = {
  root: 'run it as root',
  iptables: 'install the package iptables, and run it where netfilter may be changed',
  faketime: 'install the package faketime',
  'loop device': 'load the module loop; in a container, give it /dev/loop-control',
}

/** What is missing, each with its fix; empty if the fault can run here. */
export function missing(needs: Need[]): string[] {
  return needs
    .filter((need) => !CHECKS[need]())
    .map((need) => `${need} is missing: ${FIX[need] ?? `install ${need}`}`)
}

function program(name: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((dir) => existsSync(`${dir}/${name}`))
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    system(command, ...args)
    return true
  } catch (error) {
    if (error instanceof Error && 'status' in error) return false
    throw error
  }
}

/** Runs a system program; throws with its output. */
export function system(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The library that gives a process a false time. */
export function faketimeLibrary(): string {
  const directories = [
    '/usr/lib',
    '/usr/local/lib',
    '/usr/lib64',
    ...readdirSync('/usr/lib')
      .filter((name) => name.includes('linux-gnu'))
      .map((name) => `/usr/lib/${name}`),
  ]
  const found = directories
    .map((dir) => `${dir}/faketime/libfaketimeMT.so.1`)
    .find((file) => existsSync(file))
  if (found === undefined) throw new Error('libfaketimeMT.so.1 was not found')
  return found
}
