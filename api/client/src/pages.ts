/** Lists that are read page by page. */
import type { Call, Transport } from './transport.js'

/** `for await (const trip of client.trips.past())`, or `await client.trips.past().toArray()`. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #transport: Transport
  readonly #call: Call

  constructor(transport: Transport, call: Call) {
    this.#transport = transport
    this.#call = call
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }

  /** Page by page; `cursor` continues after this page, later too. */
  async *pages(): AsyncGenerator<
    { items: T[]; cursor: string | null; total: number | null },
    void,
    undefined
  > {
    let { query } = this.#call
    for (;;) {
      const { body, headers } = await this.#transport<T[]>({ ...this.#call, query })
      const next = nextCursor(headers)
      const total = headers.get('x-total-count')
      yield {
        items: body,
        cursor: next ?? headers.get('x-cursor'),
        total: total === null ? null : Number(total),
      }
      if (next === null) return
      query = { ...query, cursor: next, offset: undefined }
    }
  }

  /** At most `limit` entries; all if omitted. */
  async toArray(limit = Infinity): Promise<T[]> {
    const all: T[] = []
    if (limit <= 0) return all
    for await (const one of this) {
      all.push(one)
      if (all.length >= limit) break
    }
    return all
  }
}

/** The cursor of the Link header to the next page (RFC 8288). */
function nextCursor(headers: Headers): string | null {
  const target = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return target === undefined ? null : new URL(target, 'https://localhost').searchParams.get('cursor')
}
