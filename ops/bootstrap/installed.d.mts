export interface LockedPackage {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

/** Whether the folder `modules` holds the `packages` of a lock file, except those for other machines. */
export function installed(
  packages: Record<string, LockedPackage>,
  modules: string,
  machine?: { platform: string; arch: string },
): boolean
