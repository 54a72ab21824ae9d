export interface LockedPackage {
  version?: string
  integrity?: string
  optional?: boolean
  /** Needed for development alone. */
  dev?: boolean
  /** The name of a folder of this repository. */
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

/**
 * Whether the folder `modules` holds the `packages` of a lock file, except those for other machines, and those of
 * development if they are not needed.
 */
export function installed(
  packages: Record<string, LockedPackage>,
  modules: string,
  options?: { needsDev?: boolean; machine?: { platform: string; arch: string } },
): boolean

/** Whether the folder `modules` holds an installation without any package of development. */
export function isProductionInstall(packages: Record<string, LockedPackage>, modules: string): boolean
