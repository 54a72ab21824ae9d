/** A stream that comes back older than the cursors (workers/DESIGN.md 7: 10; 3.4). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { cli } from '../support/cli.js'
import { natsStore } from '../support/servers.js'
import { until } from '../support/until.js'
import { onLab, type Fault } from './fault.js'
import type { Lab } from './lab.js'
import { system } from './needs.js'

export const fallenBack: Fault = {
  number: 10,
  name: 'the stream regresses: the broker starts on an older copy of it',
  short: true,
  run: onLab({}, regressed),
}

async function regressed(lab: Lab, t: Test): Promise<void> {
  const stream = join(natsStore(lab.stack.natsDir), 'jetstream', '$G', 'streams', 'SEGMENTS')
  const older = mkdtempSync(join(tmpdir(), 'tripfold-older-'))
  t.teardown(() => {
    rmSync(older, { recursive: true, force: true })
  })
  const quiesce = async (): Promise<void> => {
    await lab.journal.hold()
    t.equal(await lab.drained(), null)
  }

  await quiesce()
  await lab.downNats()
  t.ok(existsSync(stream), stream)
  system('cp', '-a', stream, join(older, 'SEGMENTS'))
  await lab.upNats()
  lab.journal.resume()
  await lab.load(3)
  await quiesce()
  await lab.downNats()
  rmSync(stream, { recursive: true })
  system('cp', '-a', join(older, 'SEGMENTS'), stream)
  await lab.upNats()
  // Senders do not know: messages sent now are stored below the cursors, where they would never be read.
  const before = lab.journal.acked.length
  lab.journal.resume()
  await until(
    'every partition is halted',
    async () =>
      (await lab.stack.pool.query("select 1 from partition_state where status = 'HALTED_SEQ_REGRESSED'")).rows
        .length === lab.partitions,
  )
  await lab.journal.hold()
  const unread = lab.journal.acked.length - before
  t.ok(unread > 0, `${unread} messages were acknowledged below the cursors`)

  const repaired = await cli(
    lab.stack,
    'stream',
    'heal',
    '--because',
    'the broker came back with an older store',
  )
  t.equal(repaired.code, 0, repaired.out.trim())
  t.match(repaired.out, `Kept ${unread} unfolded messages`)
  lab.journal.resume()
  await lab.load(1)
}
