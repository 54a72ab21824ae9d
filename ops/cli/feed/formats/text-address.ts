/**
 * The member that a document in text names in a line of its own: `member_id: 42` or `account: airline_ba 70041234`,
 * in a calendar as the property X-MEMBER-ID or X-ACCOUNT, in XML as a comment.
 */

/** As in a line of a feed. */
export type LineAddress = { member_id: string } | { account: { source: string; account_id: string } }

/** Null: the document names nobody. `rest` is the document without it. */
export interface TakenAddress {
  address: LineAddress | null
  rest: string
}

const ADDRESS =
  /^[ \t]*(?:<!--\s*|X-)?(?:member[_-]id\s*:\s*(\d+)|account\s*:\s*([\w-]+)[ \t/]+(.*?))\s*(?:-->|$)(?:\r?\n)?/im

export const isAddressLine = (line: string): boolean => ADDRESS.test(line)

export function takeAddress(text: string): TakenAddress {
  const [line, member, source = '', number = ''] = ADDRESS.exec(text) ?? []
  if (line === undefined) return { address: null, rest: text }
  return {
    address: member === undefined ? accountAddress(source, number) : { member_id: member },
    rest: text.replace(line, ''),
  }
}

export const accountAddress = (source: string, number: string): LineAddress => ({
  account: { source, account_id: number },
})

/** A JSON object names its member in fields of its own, as a line of a feed does. Null: it is no JSON. */
export function takeJsonAddress(text: string): TakenAddress | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { address: null, rest: text }
  const { member_id: member, account, ...rest } = json as Record<string, unknown>
  if (member === undefined && account === undefined) return { address: null, rest: text }
  const address = member === undefined ? { account } : { member_id: member }
  return { address: address as LineAddress, rest: JSON.stringify(rest) }
}
