/** The documentation for language models: llms.txt (llmstxt.org), and every page in one file. */
import type { Guide } from '../guides.js'
import type { Addresses } from '../served-address.js'
import { SUMMARY } from '../home-page.js'
import { guidePath, REFERENCE_PAGES, referencePath } from '../site-map.js'
import { escaped, markdownAddress } from './page-markdown.js'

const FILES = (baseUrl: string): string =>
  [
    '## Machine-readable',
    '',
    `- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, schema and webhook`,
    '',
    '## Optional',
    '',
    `- [llms-full.txt](${baseUrl}/llms-full.txt): all pages in one file`,
  ].join('\n')

/** The pages with a line for each. */
export function llmsText(guides: readonly Guide[], { baseUrl, authUrl }: Addresses): string {
  const link = (path: string, title: string, text: string): string =>
    `- [${title}](${baseUrl}${markdownAddress(path)}): ${escaped(text)}`
  return [
    `# Tripfold API\n\n> ${SUMMARY}`,
    `The API is at \`${baseUrl}\`, the authorization server at \`${authUrl}\`. Each page is Markdown; its address without \`.md\` is the same page in HTML.`,
    ['## Guides\n', ...guides.map(({ name, title, summary }) => link(guidePath(name), title, summary))].join(
      '\n',
    ),
    [
      '## Reference\n',
      ...REFERENCE_PAGES.map(({ name, title, lead }) => link(referencePath(name), title, lead)),
    ].join('\n'),
    `${FILES(baseUrl)}\n`,
  ].join('\n\n')
}

/** All pages, each with its address. Links lead out of the file. */
export const llmsFullText = (
  pages: ReadonlyArray<readonly [path: string, markdown: string]>,
  baseUrl: string,
): string =>
  pages
    .map(([path, markdown]) => {
      const address = baseUrl + path
      const text = markdown.replaceAll('](#', `](${address}#`).replaceAll('](/', `](${baseUrl}/`)
      return `Source: ${address}\n\n${text}`
    })
    .join('\n')
