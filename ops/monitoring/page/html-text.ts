/** Text for HTML: nothing in it is a tag or ends an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
