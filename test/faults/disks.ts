/** The broker's disk loses power or fills up (workers/DESIGN.md 7: 9 and 11). Needs root. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { seed as seedDatabase } from '../../db/seed/seed.js'
import { firstBatch } from '../../ops/stack/first-request.js'
import { startIngress } from '../support/api/ingress.js'
import { until } from '../support/until.js'
import { KEPT, quick, type Fault, type World } from './fault.js'
import { lab } from './lab.js'
import { system } from './needs.js'
import { stored } from './oracle.js'

const MIB = 2 ** 20

export const disks: Fault[] = [
  {
    number: 9,
    name: 'power loss: no acknowledged message is lost, and with the default sync setting some would be',
    needs: ['root', 'loop device', 'mkfs.ext4', 'mount', 'perl'],
    run: async (t, world) => {
      await t.test('sync_interval: always', async (t) => {
        await alwaysSynced(t, world)
      })
      await t.test('sync_interval: 2m, the default of the server', async (t) => {
        await seldomSynced(t, world)
      })
    },
  },
  {
    number: 11,
    name: 'the disk of the broker is full: writes are refused, reads work, and writes are accepted again with more room',
    needs: ['root', 'mount'],
    run: diskFull,
  },
]

async function alwaysSynced(t: Test, world: World): Promise<void> {
  const disk = loseableDisk(t)
  const at = await lab(t, world.base, {
    seed: world.seed,
    mutant: world.mutant,
    natsDir: join(disk.path, 'broker'),
  })
  disk.flush()
  for (let i = 0; i < 2 * world.long; i++) {
    await at.load(2)
    await at.downNats()
    disk.losePower()
    await at.upNats()
  }
  await at.load(1)
  t.same(await missing(), [], 'acknowledged messages are on the disk')
  t.same(await at.verdict(), [], KEPT)

  async function missing(): Promise<string[]> {
    await at.journal.hold()
    const kept = await stored(at.stack.nc)
    const lost = at.journal.acked.map((one) => one.batch).filter((batch) => !kept.has(batch))
    at.journal.resume()
    return lost
  }
}

/** Control: the same power loss with the default setting must lose something, or the test proves nothing. */
async function seldomSynced(t: Test, world: World): Promise<void> {
  const disk = loseableDisk(t)
  const at = await lab(t, world.base, {
    seed: world.seed,
    natsDir: join(disk.path, 'broker'),
    sync: '2m',
    workers: 0,
  })
  disk.flush()
  await at.load(2)
  await at.downNats()
  const acked = at.journal.acked.map((one) => one.batch)
  disk.losePower()
  await at.upNats()
  await at.journal.stop()
  const kept = await stored(at.stack.nc)
  const lost = acked.filter((batch) => !kept.has(batch))
  t.comment(`${lost.length} of ${acked.length} acknowledged were lost`)
  t.ok(lost.length > 0, 'the power loss takes effect')
}

async function diskFull(t: Test, world: World): Promise<void> {
  const path = mountPoint(t)
  system('mount', '-t', 'tmpfs', '-o', 'size=40m,mode=0755', 'none', path)
  t.teardown(() => {
    system('umount', path)
  })
  const at = await lab(t, world.base, {
    seed: world.seed,
    mutant: world.mutant,
    natsDir: join(path, 'broker'),
    maxBytes: 256 * MIB,
    pad: 16_384,
    pause: 20,
  })
  await seedDatabase(at.stack.databaseUrl, { leastPeople: MIB })
  const ingress = await startIngress(t, { on: at.stack, deadline: 2_000 })
  const token = await ingress.token(at.spare[0] ?? '')
  const submit = async () =>
    await ingress.request('/v2/segments', { method: 'POST', token, body: firstBatch('manual', Date.now()) })

  await until('senders are refused', () => at.journal.repeats() > 50, 60_000)
  const refused = await submit()
  t.equal(refused.status, 503, refused.text)
  t.match(refused.json, { error: 'temporarily_unavailable' })
  t.ok(Number(refused.headers.get('retry-after')) > 0, 'it has a Retry-After')
  t.equal((await ingress.request('/v2/trips', { token })).status, 200, 'reads are answered')
  await until(
    'what was acknowledged is folded, though the disk is full',
    async () => (await at.unfolded()) === 0,
  )

  system('mount', '-o', 'remount,size=600m', path)
  // As the supervisor does: restart the server, which exits as soon as its disk has room again.
  await at.stack.natsEnded()
  await at.upNats()
  const before = at.journal.acked.length
  await until('senders are accepted again', () => at.journal.acked.length > before + 50, 30_000)
  await until('and so is a request', async () => (await submit()).status === 202)
  at.stall()
  await at.load(1)
  quick(t, world, at.stall(), 1_000, 'work goes on')
  t.same(await at.verdict(), [], KEPT)
}

function mountPoint(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'tripfold-disk-'))
  chmodSync(path, 0o755)
  t.teardown(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

const SHUTDOWN = '0x8004587d'
const WITHOUT_FLUSH = 2

/**
 * An ext4 file system in a file that can lose power: the file system is shut down at once without writing
 * anything more (EXT4_IOC_SHUTDOWN), then unmounted and mounted again, so that its journal is replayed as
 * after a crash. Data that was only in memory is gone; synced data is there. The disk's own cache is assumed
 * to be honest.
 */
function loseableDisk(t: Test): { path: string; flush: () => void; losePower: () => void } {
  const path = mountPoint(t)
  const image = `${path}.img`
  t.teardown(() => {
    rmSync(image, { force: true })
  })
  system('dd', 'if=/dev/zero', `of=${image}`, 'bs=1M', 'count=0', 'seek=512', 'status=none')
  system('mkfs.ext4', '-q', image)
  const mount = (): void => {
    system('mount', '-o', 'loop', image, path)
  }
  const unmount = (): void => {
    system('umount', path)
  }
  mount()
  t.teardown(unmount)
  return {
    path,
    // Files created before the load, such as the broker's password, are not part of the test.
    flush: () => {
      system('sync', '-f', path)
    },
    losePower: () => {
      system(
        'perl',
        '-e',
        `open(my $d, "<", $ARGV[0]) or die; my $how = pack("L", ${WITHOUT_FLUSH}); ioctl($d, ${SHUTDOWN}, $how) or die "$!"`,
        path,
      )
      unmount()
      mount()
    },
  }
}
