import type { BenchProcess } from '../harness/bench-process.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { BenchTools } from '../harness/harness.js'

export type Receiver = BenchProcess<{ port: number }>

/** What the contestants of the webhooks bench share. */
export interface WebhookBench {
  stack: BenchStack
  /** The process that receives the webhooks. */
  receiver: Receiver
  /** The member whose events are delivered. */
  member: string
  tools: BenchTools
}
