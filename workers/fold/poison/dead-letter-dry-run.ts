/**
 * The dry run (the stored command `try`, `--dry-run` of the CLI): folds the waiting messages of a parked
 * member without saving anything.
 */
import type { ParkedMessage } from '../../../schemas/stream/dead-letter-store.js'
import {
  commitOf,
  failureText,
  runOrFailure,
  pages,
  splitBySkipped,
  type Execution,
  type FailedMessage,
} from './waiting-messages.js'

/** Returns what a replay would do, as a sentence. */
export async function dryRun(execution: Execution): Promise<string> {
  let result = await dryRunOnce(execution, Infinity)
  // To find which of several failed, fold them one by one after everything before them; nothing of that was
  // saved.
  if (result.failed !== null && result.among > 1) result = await dryRunOnce(execution, result.failed.seq)
  const { failed, folded, skipped } = result
  return failed === null
    ? `all ${folded} messages would be folded, ${skipped} skipped; nothing was saved`
    : failureText(failed, folded, skipped)
}

interface DryRunResult {
  folded: number
  skipped: number
  /** The first of the `among` messages that failed together. */
  failed: FailedMessage | null
  among: number
}

/** Folds the waiting messages in memory; from the sequence `singleFrom` on one by one. */
async function dryRunOnce(execution: Execution, singleFrom: number): Promise<DryRunResult> {
  const { deps, command } = execution
  const result: DryRunResult = { folded: 0, skipped: 0, failed: null, among: 0 }
  try {
    for await (const page of pages(execution)) {
      for (const { skip, messages, upTo } of splitBySkipped(page, command.skip)) {
        if (skip) result.skipped += messages.length
        else
          await dryRunGroups(execution, upTo < singleFrom ? [messages] : messages.map((one) => [one]), result)
        if (result.failed !== null) return result
      }
    }
    return result
  } finally {
    // What is cached was not saved: the next command must not build on it.
    deps.executor.invalidate([command.member])
  }
}

/** Folds the groups one after the other up to the first that fails, and adds to `result`. */
async function dryRunGroups(
  execution: Execution,
  groups: ParkedMessage[][],
  result: DryRunResult,
): Promise<void> {
  for (const group of groups) {
    result.failed = await runOrFailure(group, async () => {
      await commitOf(execution, group)
    })
    if (result.failed !== null) {
      result.among = group.length
      return
    }
    result.folded += group.length
  }
}
