/**
 * The order in which requests are sent when a share of them is sent again, as feeds of reservation systems send the whole
 * record at every change: the same bytes, 50, 100, 150 ... new requests later. By then it was accepted, and with a
 * thousand members in turn nothing newer of its member has come.
 */
const LAG = 50

export class SendOrder {
  #sent = 0
  /** Requests to be sent again before the next new one; whole ones count. */
  #due = 0
  #again = 0

  /**
   * The number of the next request, from 0; `again`: it was sent before.
   * @param share of all requests that are sent again, 0 to less than 1
   */
  next(share: number): { nth: number; again: boolean } {
    if (this.#due >= 1) {
      this.#due -= 1
      const nth = this.#sent - ++this.#again * LAG
      if (nth >= 0) return { nth, again: true }
    }
    this.#due = (this.#due % 1) + share / (1 - share)
    this.#again = 0
    return { nth: this.#sent++, again: false }
  }
}

/** What one repeated request costs, given what one of all costs and what one costs when none is sent again. */
export function costAgain(all: number, fresh: number, share: number): number {
  return (all - (1 - share) * fresh) / share
}
