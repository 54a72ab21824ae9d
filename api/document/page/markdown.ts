/** The little of Markdown that our own words use, as HTML; everything is escaped first. */

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const inline = (text: string): string =>
  escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

/** Headings (##), lists (- and 1.), paragraphs, `code` and **strong**. */
export function markdown(text: string): string {
  return text
    .replaceAll(/^(## .*)\n(?!\n)/gm, '$1\n\n')
    .split(/\n{2,}|\n(?=[-#\d])/)
    .reduce<{ html: string; list: string }>(
      ({ html, list }, block) => {
        const bullet = /^- (.*)$/s.exec(block)
        const number = /^\d+\. (.*)$/s.exec(block)
        const kind = bullet !== null ? 'ul' : number !== null ? 'ol' : ''
        const turn =
          kind === list ? '' : `${list === '' ? '' : `</${list}>`}${kind === '' ? '' : `<${kind}>`}`
        const item = bullet ?? number
        if (item !== null) return { html: `${html}${turn}<li>${inline(item[1]!)}</li>`, list: kind }
        const heading = /^## (.*)$/.exec(block)
        if (heading !== null)
          return {
            html: `${html}${turn}<h2 id="${heading[1]!.toLowerCase().replaceAll(/[^a-z]+/g, '-')}">${inline(heading[1]!)}</h2>`,
            list: '',
          }
        return { html: `${html}${turn}<p>${inline(block)}</p>`, list: '' }
      },
      { html: '', list: '' },
    ).html
}
