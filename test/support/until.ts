/** Waits until the condition holds and answers what it gave; fails after `ms` milliseconds, naming what was awaited. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = 15_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await condition()
    if (value !== null && value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
