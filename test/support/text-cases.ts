import { readFileSync } from 'node:fs'

/** Cases of a text file, with an empty line between two: what is given, and after `> ` what comes of it. */
export function textCases(file: URL): string[][] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n> '))
}
