/** Names as displays number them: `1.SMITH/JOHN MR(INF/ANN)`, `1.2SMITH/JOHN MR/JANE MRS`, `2.I/1SMITH/ANN*05MAY26`. */

export interface DisplayTraveller {
  /** Numbers of the name and of the person within it. */
  item: number
  person: number
  isInfant: boolean
  first_name: string
  last_name: string
}

const START = "\\d{1,2}\\.(?:I/)?\\d{0,2}[A-Z][A-Z '.-]{0,40}/"
const NAME_LINE = new RegExp(`^ {0,6}${START}[A-Z]`)
const BEFORE_NAME = new RegExp(` {1,8}(?=${START}[A-Z])`)
const NAME = /^(\d{1,2})\.(I\/)?(\d{0,2})([A-Z][A-Z '.-]{0,40})\/(.{1,200})$/
const INFANT = /\(INF ?([A-Z][A-Z' -]{0,40})?\/([A-Z][A-Z' -]{0,40})/
/** Titles and kinds of passengers that stand after the name, apart from it. */
const TITLE = /[ .](?:MR|MRS|MS|MISS|MSTR|DR|PROF|REV|SIR|CHD|INF|INS|ADT)$/

export const isNameLine = (text: string): boolean => NAME_LINE.test(text)
/** The first name of a display that numbers the persons within a name. */
export const isFirstName = (text: string): boolean => /^ {0,4}1\.1?[A-Z]/.test(text) && isNameLine(text)

export function travellersOf(text: string): DisplayTraveller[] {
  return text
    .trim()
    .split(BEFORE_NAME)
    .flatMap((name): DisplayTraveller[] => {
      const [, item, infant, count, last, rest] = NAME.exec(name.trim()) ?? []
      if (item === undefined) return []
      const plain = rest!.split(/[(*@]/)[0]!
      const givens = Number(count) > 1 ? plain.split('/') : [plain.split('/')[0]!]
      const numbered = { item: Number(item), last_name: last!.trim() }
      const persons = givens.map((given, at) => ({
        ...numbered,
        person: at + 1,
        isInfant: infant !== undefined || /\*INF/.test(rest!),
        first_name: withoutTitle(given),
      }))
      const [, own, given] = INFANT.exec(rest!) ?? []
      if (given === undefined) return persons
      const baby = { ...numbered, person: 0, isInfant: true, first_name: withoutTitle(given) }
      return [...persons, { ...baby, last_name: own?.trim() ?? numbered.last_name }]
    })
}

function withoutTitle(given: string): string {
  const text = given.trim()
  const shorter = text.replace(TITLE, '')
  return shorter === text ? text : withoutTitle(shorter)
}
