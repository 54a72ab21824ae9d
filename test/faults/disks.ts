/** Disks of the broker that lose power or fill up (workers/README.md 7: 9 and 11). They need root. */
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
    name: "power loss: what was not synced is gone; nothing acknowledged is, and with the server's usual setting it would be",
    needs: ['root', 'loop device', 'mkfs.ext4', 'mount', 'perl'],
    run: async (t, world) => {
      await t.test('sync_interval: always', async (t) => {
        await alwaysSynced(t, world)
      })
      await t.test('sync_interval: 2m, what the server does by itself', async (t) => {
        await seldomSynced(t, world)
      })
    },
  },
  {
    number: 11,
    name: 'the disk of the broker is full: refused, read, and taken again when it is larger',
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
  disk.settle()
  for (let i = 0; i < 2 * world.long; i++) {
    await at.load(2)
    await at.downNats()
    disk.losePower()
    await at.upNats()
  }
  await at.load(1)
  t.same(await missing(), [], 'what was acknowledged is on the disk')
  t.same(await at.verdict(), [], KEPT)

  async function missing(): Promise<string[]> {
    await at.journal.hold()
    const kept = await stored(at.stack.nc)
    const lost = at.journal.acked.map((one) => one.batch).filter((batch) => !kept.has(batch))
    at.journal.go()
    return lost
  }
}

/** The control: the same blow without the setting must lose something, or the blow is none. */
async function seldomSynced(t: Test, world: World): Promise<void> {
  const disk = loseableDisk(t)
  const at = await lab(t, world.base, {
    seed: world.seed,
    natsDir: join(disk.path, 'broker'),
    sync: '2m',
    workers: 0,
  })
  disk.settle()
  await at.load(2)
  await at.downNats()
  const acked = at.journal.acked.map((one) => one.batch)
  disk.losePower()
  await at.upNats()
  await at.journal.stop()
  const kept = await stored(at.stack.nc)
  const lost = acked.filter((batch) => !kept.has(batch))
  t.comment(`${lost.length} of ${acked.length} acknowledged were lost`)
  t.ok(lost.length > 0, 'the blow is one')
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
  const door = await startIngress(t, { on: at.stack, deadline: 2_000 })
  const token = await door.token(at.spare[0] ?? '')
  const submit = async () =>
    await door.request('/v2/segments', { method: 'POST', token, body: firstBatch('manual', Date.now()) })

  await until('senders are refused', () => at.journal.repeats() > 50, 60_000)
  const refused = await submit()
  t.equal(refused.status, 503, refused.text)
  t.match(refused.json, { error: 'temporarily_unavailable' })
  t.ok(Number(refused.headers.get('retry-after')) > 0, 'it says when to come back')
  t.equal((await door.request('/v2/trips', { token })).status, 200, 'reads are answered')
  await until(
    'what was acknowledged is folded, though the disk is full',
    async () => (await at.unfolded()) === 0,
  )

  system('mount', '-o', 'remount,size=600m', path)
  // What the supervisor does with a server that ends: this one does as soon as it could store again, were it started anew.
  await at.stack.natsEnded()
  await at.upNats()
  const before = at.journal.acked.length
  await until('senders are taken again', () => at.journal.acked.length > before + 50, 30_000)
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
 * An ext4 file system in a file, which can lose its power: the file system is told to stop on the spot without writing
 * anything more (EXT4_IOC_SHUTDOWN), is unmounted and mounted again, so that its journal is read as after a crash. What
 * lay in memory alone is gone; what a program had synced is there. A disk's own cache is taken to be honest.
 */
function loseableDisk(t: Test): { path: string; settle: () => void; losePower: () => void } {
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
    // What was made before the load, such as the broker's password, is not what is looked at.
    settle: () => {
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
