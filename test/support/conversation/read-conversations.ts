/**
 * Conversations with the API as text; an empty line ends a case, and a line that begins with a space goes on. Values
 * above the first case are for all of them:
 *
 *     let roman {"headline": "Rome"}
 *
 *     case: of two changes of one version, one is applied
 *     ada POST /v2/trips (prefer: wait=10) {"...": "$roman", "begin_datetime": "$day+10"}
 *     > 201 (etag: =tag) {"id": "=trip", "headline": "/^Rom/"}
 *     ada PUT /v2/trips/$trip (if-match: $tag) form headline=Oslo
 *     > 200
 *     ada@other GET /v2/trips/$trip
 *     > 200 {"headline": "Oslo", "merged_into": null, "nonsense": "-"}
 *     > !/Rome/
 *
 * Who asks: a member (a new one in each case; `$ada` is the id), a member by another application, an application
 * (`@partner`), or `nobody`. What is sent: JSON, `form` and its text, or `raw` and a JSON string that is sent as it is;
 * FEED sends each element of a list as a line. `sql` runs a statement. `=name` keeps a value, `$name` is that value,
 * and `-` is none. Answers: objects may have more fields, lists no more elements unless the last one is "..."; text
 * between slashes is a regular expression. `~>` asks until it is answered so, `~1000>` for a second. Of several statuses,
 * each is the answer to one of as many requests at once; the rest is about the first of them. `sql` is answered with its
 * rows. A text between slashes alone is about the whole answer, `(?<name>...)` in it keeps a part, and `!` denies it. After
 * `with [{"name": "value"}, ...]` the case is held for each of these.
 */
import { readFileSync } from 'node:fs'

export interface Conversation {
  name: string
  lines: string[]
}

/** The cases of a file. */
export function readConversations(file: URL): Conversation[] {
  const blocks = readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n+/)
    .map((block) =>
      block
        .replaceAll(/\n +(?=&)/g, '')
        .replaceAll(/\n +/g, ' ')
        .split('\n'),
    )
  const isCase = ([first = '']: string[]): boolean => first.startsWith('case: ')
  const shared = blocks.filter((block) => !isCase(block)).flat()
  return blocks.filter(isCase).flatMap(([title = '', ...lines]) => {
    const name = title.slice('case: '.length)
    const steps = [...shared, ...lines].filter(isStep)
    return variants([...lines, ...shared]).map((given) => ({ name, lines: [...given, ...steps] }))
  })
}

const isStep = (line: string): boolean => !line.startsWith('with ')

/** The values of each time that a case is held, as lines that name them. */
function variants(lines: readonly string[]): string[][] {
  const line = lines.find((one) => !isStep(one))
  if (line === undefined) return [[]]
  return (JSON.parse(line.slice('with '.length)) as object[]).map((given) =>
    Object.entries(given).map(([name, value]) => `let ${name} ${JSON.stringify(value)}`),
  )
}
