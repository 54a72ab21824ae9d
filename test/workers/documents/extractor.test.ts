/** Misbehaving programs: each is killed with everything it has started, and the document is still processed. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extractor } from '../../../workers/documents/extractor.js'
import t from 'tap'
import { until } from '../../support/until.js'

const BOUNDS = { timeoutMs: 20_000, memoryBytes: 64 * 2 ** 20, outputBytes: 100_000 }
/** For programs that are to be stopped; others may be slow on a busy machine. */
const HURRIED = { ...BOUNDS, timeoutMs: 700 }
const DOCUMENT = Buffer.from('a document'.repeat(20_000))

const shell = async (script: string, bounds = BOUNDS, signal = new AbortController().signal) => {
  const made = await extractor(['/bin/sh', '-c', script], () => {}, bounds)(DOCUMENT, signal)
  return typeof made === 'string' ? made : Buffer.from(made).toString()
}

/** Whether the kernel allows namespaces. */
const mayConfine = ((): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', 'unshare --map-root-user --net --pid --fork true'])
    return true
  } catch {
    return false
  }
})()

const runs = (sign: string): boolean =>
  readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(sign)
    } catch {
      return false
    }
  })

t.test('the document goes in, and what is written comes out', async (t) => {
  t.equal(await shell('wc -c'), '200000\n')
  t.equal(await shell('echo [] ; exit 0'), '[]\n', 'also from a program that does not read it')
  t.equal(await shell('ulimit -c'), '0\n', 'and no core file would be left')
})

t.test('a folder of its own, which is gone afterwards, and no variable of ours', async (t) => {
  process.env['A_SECRET'] = 'of ours'
  t.teardown(() => {
    delete process.env['A_SECRET']
  })
  const [folder = '', files, ...variables] = (await shell('pwd; ls -a | wc -l; touch left; env'))
    .trim()
    .split('\n')
  t.equal(files?.trim(), '2', 'empty')
  t.notOk(existsSync(folder))
  t.same(
    variables
      .map((line) => line.split('=')[0])
      .filter((name) => !/^(HOME|TMPDIR|PWD|OLDPWD|SHLVL|_)$/.test(name!)),
    [],
  )
})

const REFUSED: Array<[what: string, script: string, why: RegExp]> = [
  ['ends with a code', 'exit 3', /ended with code 3\.$/],
  ['crashes', `sh -c 'kill -SEGV $$'; exit $?`, /ended with code 139\.$/],
  ['hangs', 'sleep 60', /took more than 0.7 s\.$/],
  ['hangs with its output closed', 'exec >&-; sleep 60', /took more than 0.7 s\.$/],
  ['floods', 'yes', /wrote more than 100000 bytes\.$/],
  ['takes memory', 'x=$(head -c 200000000 /dev/zero | tr "\\0" a); echo "${#x}"', /ended with/],
  ['fills the disk', 'head -c 50000000 /dev/zero > big && echo written', /ended with/],
  [
    'forks until it is ended',
    'for i in 1 2 3 4 5 6 7 8; do (yes > /dev/null &) ; done; sleep 60',
    /took more/,
  ],
]
for (const [what, script, why] of REFUSED)
  t.test(`a program that ${what}`, async (t) => {
    t.match(await shell(script, why.source.startsWith('took') ? HURRIED : BOUNDS), why)
  })

t.test('a program that is not there', async (t) => {
  const read = extractor(['/not/there'], () => {}, BOUNDS)
  t.match(await read(DOCUMENT, new AbortController().signal), /ended with code 127|ended with code 1/)
})

t.test('what it starts ends with it', async (t) => {
  const seconds = `${randomInt(10_000, 99_999)}.5`
  t.equal(await shell(`(sleep ${seconds} &); echo done`), 'done\n')
  await until('it has ended', () => !runs(`sleep\0${seconds}`))
  if (!mayConfine) {
    t.comment('this kernel allows no namespaces: processes outside the group survive and have network access')
    return
  }
  t.equal(await shell(`(setsid sleep ${seconds} &); echo done`), 'done\n')
  await until('it has ended', () => !runs(`sleep\0${seconds}`))
  t.equal(await shell('grep -c : /proc/net/dev'), '1\n', 'no network but its own loopback')
})

t.test('a document that is given up ends its program', async (t) => {
  const ending = new AbortController()
  setTimeout(() => {
    ending.abort()
  }, 100)
  t.match(await shell('sleep 60', BOUNDS, ending.signal), /was stopped/)
})
