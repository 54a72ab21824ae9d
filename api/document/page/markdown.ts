/** Markdown of the document's texts and of the guides as HTML. HTML within it is shown as text, comments are dropped. */
import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'
import { codeBlock, codeTabs } from './code-block.js'
import type { CodeSample, PageCounter } from './code-block.js'
import { anchorOf, escape, heading, table } from './html.js'

/** Languages of fences that become tabs if they follow each other. */
const TAB_LABELS: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'Node',
  ts: 'TypeScript',
  python: 'Python',
}
/** What a fence on its own is called, by its language. */
const BLOCK_TITLES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'Node',
  ts: 'TypeScript',
  json: 'JSON',
  python: 'Python',
}

export interface MarkdownOptions {
  counter: PageCounter
  /** The HTML of an image, by its address. */
  image?: (href: string, alt: string) => string
}

export interface Heading {
  id: string
  text: string
  level: number
}

interface TabsToken {
  type: 'tabs'
  raw: string
  samples: CodeSample[]
}

/** HTML without comments, which are for those who write the texts. */
export const withoutComments = (html: string): string => html.replaceAll(/<!--[^]*?-->\n?/g, '')
const htmlAsText = ({ text }: { text: string }): string => escape(withoutComments(text))
const inlineOnly = new Marked({ renderer: { html: htmlAsText } })

/** A sentence or two: no paragraphs around them. */
export function inlineMarkdown(text: string): string {
  return /[`*[_<&]/.test(text) ? (inlineOnly.parseInline(text) as string) : escape(text)
}

/** A text with paragraphs, lists, tables and code. */
export function markdown(text: string, options: MarkdownOptions): string {
  return readMarkdown(text, options).html
}

/** The same with its headings, in order. */
export function readMarkdown(text: string, options: MarkdownOptions): { html: string; headings: Heading[] } {
  const marked = markedFor(options)
  const tokens = groupSamples(marked.lexer(text))
  const headings = tokens.flatMap((token): Heading[] =>
    isHeading(token)
      ? [{ id: anchorOf(token.text), text: token.text.replaceAll('`', ''), level: token.depth }]
      : [],
  )
  return { html: marked.parser(tokens), headings }
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

function markedFor({ counter, image }: MarkdownOptions): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens)
        return depth === 1 ? `<h1>${inner}</h1>` : heading(depth === 2 ? 2 : 3, inner, anchorOf(text))
      },
      code: ({ text, lang: language = '' }) =>
        codeBlock(text, counter, { label: 'the code', language, title: BLOCK_TITLES[language] ?? '' }),
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[]): string[] =>
          row.map(({ tokens }) => this.parser.parseInline(tokens))
        return table(
          cells(header),
          rows.map((row) => ({ cells: cells(row) })),
          'stack prose',
        )
      },
      html: htmlAsText,
      // Nothing is stored, so a box that looks as if it could be ticked would mislead.
      checkbox: () => '<span class="box" aria-hidden="true"></span>',
      image: ({ href, text }) => image?.(href, text) ?? `<img src="${escape(href)}" alt="${escape(text)}">`,
    },
    extensions: [
      {
        name: 'tabs',
        renderer: (token) => codeTabs((token as unknown as TabsToken).samples, counter),
      },
    ],
  })
}

/** Joins consecutive fences in different languages to one token of tabs. */
function groupSamples(tokens: Token[]): Token[] {
  const out: Token[] = []
  let run: Tokens.Code[] = []
  const flush = (): void => {
    if (run.length > 1) {
      const samples = run.map(({ lang = '', text }) => ({ label: TAB_LABELS[lang]!, language: lang, text }))
      out.push({ type: 'tabs', raw: '', samples } satisfies TabsToken as unknown as Token)
    } else out.push(...run)
    run = []
  }
  for (const token of tokens) {
    if (token.type === 'space') continue
    const lang = token.type === 'code' ? (token as Tokens.Code).lang : undefined
    if (lang === undefined || TAB_LABELS[lang] === undefined || run.some((one) => one.lang === lang)) flush()
    if (lang !== undefined && TAB_LABELS[lang] !== undefined) run.push(token as Tokens.Code)
    else out.push(token)
  }
  flush()
  return out
}
