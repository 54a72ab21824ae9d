export interface LockedPackage { version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }

/** Whether `modules` holds what the `packages` of a lock file name, as far as this machine can run them. */
export function installed (packages: Record<string, LockedPackage>, modules: string, machine?: { platform: string, arch: string }): boolean
