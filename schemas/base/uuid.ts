const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the text is a UUID as we write them, in lower case: ids of events are (contract.md 1). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
