/** Of the script that the pages load: an entry is [title, kind, address, words]. */
export type Entry = [title: string, kind: string, address: string, words: string]

/** Entries that have all words of a text, or of a sentence as many as possible; the best first. */
export function findEntries(index: readonly Entry[], text: string, isSentence?: boolean): Entry[]
