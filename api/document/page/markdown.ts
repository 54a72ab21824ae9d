/** The subset of Markdown that the document's texts use, as HTML. Everything is escaped first. */

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

type Block = { is: 'heading' | 'paragraph'; text: string } | { is: 'item'; list: 'ul' | 'ol'; text: string }

function blockOf(text: string): Block {
  const bullet = /^- (.*)$/s.exec(text)
  if (bullet !== null) return { is: 'item', list: 'ul', text: bullet[1]! }
  const numbered = /^\d+\. (.*)$/s.exec(text)
  if (numbered !== null) return { is: 'item', list: 'ol', text: numbered[1]! }
  const heading = /^## (.*)$/.exec(text)
  if (heading !== null) return { is: 'heading', text: heading[1]! }
  return { is: 'paragraph', text }
}

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** Headings (##), lists (- and 1.), paragraphs, `code` and **strong**. */
export function markdown(text: string): string {
  let html = ''
  let list = ''
  const setList = (wanted: string): void => {
    if (wanted === list) return
    if (list !== '') html += `</${list}>`
    if (wanted !== '') html += `<${wanted}>`
    list = wanted
  }
  for (const part of text.replaceAll(/^(## .*)\n(?!\n)/gm, '$1\n\n').split(/\n{2,}|\n(?=[-#\d])/)) {
    const block = blockOf(part)
    setList(block.is === 'item' ? block.list : '')
    if (block.is === 'item') html += `<li>${inline(block.text)}</li>`
    else if (block.is === 'heading') html += `<h2 id="${anchorOf(block.text)}">${inline(block.text)}</h2>`
    else html += `<p>${inline(block.text)}</p>`
  }
  return html
}
