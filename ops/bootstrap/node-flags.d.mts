export function nodeFlags(role: string, memory?: number): string[]
