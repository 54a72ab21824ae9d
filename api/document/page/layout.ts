/** The frame of every page of the documentation: header, sidebar and content, with the look of the console. */
import { assetUrl } from '../../assets/asset-routes.js'
import { escape, join } from './html.js'
import type { Guide } from './guides.js'
import { guidePath, REFERENCE_PAGES, referencePath } from './site-map.js'
import { markdownAddress } from './text/page-markdown.js'

export interface DocsPage {
  path: string
  title: string
  html: string
  /** Links of the sidebar below the page. */
  sections: ReadonlyArray<{ id: string; text: string }>
}

export interface Frame {
  guides: readonly Guide[]
  /** The address of the search index. */
  searchUrl: string
  /** Where the console is. */
  authUrl: string
}

const SEARCH =
  '<div class="search" role="search" hidden data-script><label class="hidden" for="search">Search the documentation</label>' +
  '<input id="search" type="search" autocomplete="off" placeholder="Search" data-search="'

/** The whole page. */
export function layout(page: DocsPage, frame: Frame): string {
  const title = page.path === '/docs' ? 'Tripfold API documentation' : `${page.title} - Tripfold API`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escape(title)}</title><link rel="icon" href="data:,">`,
    page.path === ''
      ? ''
      : `<link rel="alternate" type="text/markdown" href="${markdownAddress(page.path)}">`,
    `<link rel="stylesheet" href="${assetUrl('pages.css')}"><link rel="stylesheet" href="${assetUrl('docs.css')}">`,
    `<script type="module" src="${assetUrl('pages.js')}"></script><script type="module" src="${assetUrl('docs.js')}"></script></head>`,
    '<body class="docs" data-values="/docs/values.json"><a class="skip" href="#main">Skip to the content</a>',
    header(frame),
    `<div class="frame">${sidebar(page, frame)}<main id="main">${page.html}</main></div></body></html>`,
  ].join('')
}

function header({ searchUrl, authUrl }: Frame): string {
  return [
    '<header class="top"><p class="brand"><span aria-hidden="true" class="fold"></span>Tripfold <span class="brand-part">for developers</span></p>',
    `<nav aria-label="Site"><ul><li><a href="/docs" aria-current="true">Documentation</a></li><li><a href="${escape(authUrl)}/console/apps">Console</a></li><li class="menu-link"><a href="#menu">Menu</a></li></ul></nav>`,
    `${SEARCH}${escape(searchUrl)}"><ul id="search-results" hidden aria-label="Results"></ul></div></header>`,
  ].join('')
}

function sidebar(page: DocsPage, { guides }: Frame): string {
  const [quickstart, concepts, ...others] = guides
  const link = (path: string, title: string): string => {
    if (path !== page.path) return `<li><a href="${path}">${escape(title)}</a></li>`
    const sections = page.sections.map(
      ({ id, text }) => `<li><a href="#${escape(id)}">${escape(text)}</a></li>`,
    )
    const inner = sections.length === 0 ? '' : `<ul>${join(sections)}</ul>`
    return `<li><a href="${path}" aria-current="page">${escape(title)}</a>${inner}</li>`
  }
  const group = (title: string, links: string[]): string =>
    links.length === 0 ? '' : `<h2>${title}</h2><ul>${join(links)}</ul>`
  const guideLinks = (some: ReadonlyArray<Guide | undefined>): string[] =>
    some.flatMap((guide) => (guide === undefined ? [] : [link(guidePath(guide.name), guide.title)]))
  return [
    '<nav id="menu" aria-label="Documentation"><a class="menu-close" href="#main">Close the menu</a>',
    group('Start', [link('/docs', 'Overview'), ...guideLinks([quickstart, concepts])]),
    group('Guides', guideLinks(others)),
    group(
      'Reference',
      REFERENCE_PAGES.map(({ name, title }) => link(referencePath(name), title)),
    ),
    '<h2>Machine-readable</h2><ul><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li>',
    page.path === '' ? '' : `<li><a href="${markdownAddress(page.path)}">This page as Markdown</a></li>`,
    '</ul></nav>',
  ].join('')
}
