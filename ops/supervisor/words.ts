/** What a supervised process and its supervisor say to each other over their channel. */
export type Question = { ask: 'checks', id: number }
export type Answer =
  | { is: 'ready' }
  | { is: 'checks', id: number, checks: Record<string, string> }
