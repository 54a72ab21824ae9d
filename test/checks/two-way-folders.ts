/**
 * Folders have arrows too: two folders of a room never import each other both ways, types included. A folder is
 * `room/folder` with all below it; the files of the room itself wire its folders and have no arrow.
 */

/** @param imports files by their paths from the root: who imports whom */
export function twoWayFolders(imports: ReadonlyArray<{ from: string; to: string }>): string[] {
  /** One import for each arrow, for the message. */
  const arrows = new Map<string, string>()
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a !== null && b !== null && a !== b && roomOf(a) === roomOf(b))
      arrows.set(`${a} ${b}`, `${from} -> ${to}`)
  }
  return [...arrows].flatMap(([pair, there]) => {
    const [a = '', b = ''] = pair.split(' ')
    const back = arrows.get(`${b} ${a}`)
    if (back === undefined || a > b) return []
    return [
      `${a} and ${b} import each other (${there}, ${back}): move what one of them needs to where it belongs`,
    ]
  })
}

const roomOf = (path: string): string | undefined => path.split('/')[0]

function folderOf(file: string): string | null {
  const [room, folder, inside] = file.split('/')
  return room === 'test' || inside === undefined ? null : `${room}/${folder}`
}
