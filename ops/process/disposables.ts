/**
 * Resources to release in the reverse order of their registration; a failure does not keep the others from
 * release.
 */
export interface Disposables {
  add: (name: string, close: () => Promise<unknown> | unknown) => void
  /** Rejects with the first failure after everything was tried. */
  close: () => Promise<void>
}

export function disposables(): Disposables {
  const list: Array<{ name: string; close: () => Promise<unknown> | unknown }> = []
  return {
    add: (name, close) => {
      list.push({ name, close })
    },
    close: async () => {
      const failures: Error[] = []
      for (const { name, close } of list.splice(0).reverse()) {
        try {
          await close()
        } catch (error) {
          failures.push(new Error(`${name} could not be closed`, { cause: error }))
        }
      }
      if (failures[0] !== undefined) throw failures[0]
    },
  }
}
