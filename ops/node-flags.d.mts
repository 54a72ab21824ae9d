export function nodeFlags (role: string): string[]
