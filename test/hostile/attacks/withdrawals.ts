/** A member with a long life who takes it back, one statement at a time. */
import { setTimeout as delay } from 'node:timers/promises'
import { segmentsOf } from '../../bench/data/made-members.js'
import type { Attack } from '../attack.js'
import type { Target } from '../target.js'

/** Below what a node accepts of one member at once (RATE_LIMIT_BURST). */
const SEGMENTS = 9_000
const BATCH = 500
/** What one token may send: RATE_LIMIT_MEMBER, 600 requests a minute. */
const PAUSE_MS = 100

const ids: number[] = []

export const withdrawals: Attack = {
  name: `withdrawals of a member with ${SEGMENTS} segments`,
  prepare: async (target) => {
    ids.push(...(await submitLife(target, SEGMENTS)))
  },
  run: async ({ hostile }, signal) => {
    const sent: Array<Promise<number>> = []
    while (!signal.aborted && ids.length > 0) {
      // From the middle of the member's life: both neighbours are there.
      const [id] = ids.splice(Math.floor(ids.length / 2), 1)
      const answer = hostile.send(`/v2/segments/${id}`, { method: 'DELETE', token: hostile.memberToken })
      sent.push(answer.then(({ status }) => status))
      await delay(PAUSE_MS)
    }
    const other = (await Promise.all(sent)).find((status) => status >= 300 && status !== 429)
    if (other !== undefined) throw new Error(`a withdrawal was answered ${other}`)
    return sent.length
  },
}

/** Gives the hostile member that many segments; returns the ids of the statements. */
export async function submitLife(target: Target, segments: number): Promise<number[]> {
  const made = segmentsOf(segments).map((segment) => ({ ...segment, source: 'manual' }))
  const raws: number[] = []
  for (let first = 0; first < segments; first += BATCH)
    raws.push(...(await submit(target, made.slice(first, first + BATCH))))
  return raws
}

/** Sends segments and waits for their trips; returns the ids of the statements. */
async function submit({ hostile }: Target, segments: unknown[]): Promise<number[]> {
  const { status, text } = await hostile.send('/v2/segments', {
    method: 'POST',
    token: hostile.memberToken,
    body: { segments },
    headers: { prefer: 'wait=10' },
  })
  if (status !== 202) throw new Error(`a batch was answered ${status}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as Array<{ _id: number }>).map(({ _id }) => _id)
}
