/** Names of applications: people decide by them, so they must be what they look like (OAuth 2.1, Consent Phishing). */
const MAX = 60
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
const OURS = 'tripfold'

/** Letters that pass for others at a glance: digits, Cyrillic and Greek. */
const LOOKS_LIKE: Record<string, string> = {
  0: 'o', 1: 'l', 3: 'e', 5: 's', 7: 't', '|': 'l', '!': 'i', $: 's', '@': 'a', а: 'a', в: 'b', е: 'e', о: 'o', р: 'p', с: 'c', т: 't', у: 'y',
  х: 'x', і: 'i', ѕ: 's', ԁ: 'd', ӏ: 'l', г: 'r', п: 'n', ο: 'o', ρ: 'p', τ: 't', ι: 'i', ν: 'v', υ: 'u', α: 'a', ε: 'e', ł: 'l', ı: 'i', ϝ: 'f', ƒ: 'f'
}

/** Why the text cannot be an application's name, in a sentence; null when it can. */
export function appNameFault (text: string): string | null {
  if (text === '') return 'Enter a name for the application.'
  if ([...text].length > MAX) return `Use at most ${MAX} characters for the name.`
  if (INVISIBLE.test(text)) return 'Remove invisible or direction-changing characters from the name.'
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Use letters or digits in the name.'
  return skeleton(text).includes(OURS) ? 'Choose a name that cannot be taken for the service itself.' : null
}

function skeleton (text: string): string {
  const plain = text.normalize('NFKD').toLowerCase()
  let out = ''
  for (const character of plain) {
    const letter = LOOKS_LIKE[character] ?? character
    if (/[a-z]/.test(letter)) out += letter
  }
  return out.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
