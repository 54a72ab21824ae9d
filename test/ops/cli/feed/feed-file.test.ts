/** `cli feed` as a process, over a failing network: every line once, every reject unchanged. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { zstdDecoder } from '../../../../api/limits/zstd-decoder.js'
import { dryContext } from '../../../support/dry-context.js'
import { startFedService } from '../../../support/api/fed-service.js'
import { program } from '../../../support/program.js'
import { runOperatorCommand } from '../../../support/run-cli.js'
import { sharing } from '../../../support/sharing.js'
import { until } from '../../../support/until.js'

t.setTimeout(150_000)

const LINES = 4_000
const FLIGHT = /"flight_num":"(\d+)"/

const check = sharing(t, startFedService)

/** Lines that include every fault; `wrong` has the rejected ones by number. */
function faultyLines(line: (i: number, more?: object) => string): {
  text: string
  wrong: Map<number, Buffer>
} {
  const lines: Buffer[] = []
  const wrong = new Map<number, Buffer>()
  for (let i = 0; i < LINES; i += 1) {
    const bad = [
      line(i, { source: 'nobody' }),
      '{"segments": [',
      '{}',
      '[1]',
      `${line(i).slice(0, -1)},"key":7}`,
    ]
    const good = [line(i), `${line(i)}\r`, `  ${line(i)}`, line(i).replace('{', `{"key":"own ${i}",`)]
    const isBad = i % 97 === 5
    const text = isBad ? bad[i % bad.length]! : `${line(i).slice(0, -1)},"key":null}`
    lines.push(Buffer.from(isBad || i % 5 === 4 ? text : good[i % 4]!))
    if (isBad) wrong.set(lines.length, lines.at(-1)!)
    if (i % 50 === 0) lines.push(Buffer.from(' '))
  }
  lines.push(Buffer.concat([Buffer.from(line(0)), Buffer.from([0xff])]))
  wrong.set(lines.length, lines.at(-1)!)
  return { text: Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')])).toString('latin1'), wrong }
}

check(
  'three cuts and a kill: nothing is lost or sent twice, and the rejects are exact',
  async (t, { ingress, service, line, args, stored, last }) => {
    const file = join(t.testdir(), 'feed.ndjson.gz')
    const { text, wrong } = faultyLines(line)
    writeFileSync(file, gzipSync(Buffer.from(text, 'latin1')))
    const from = await last()
    service.cuts.push(20_000, 30_000, 40_000)
    const killed = spawn(process.execPath, [...program('ops/cli.ts'), ...args(file)], { stdio: 'ignore' })
    service.onBytes((sum) => {
      if (service.cuts.length === 0 && sum > 50_000) killed.kill('SIGKILL')
    })
    const [, signal] = (await once(killed, 'exit')) as [number | null, string | null]
    service.onBytes(() => {})
    t.equal(signal, 'SIGKILL')
    t.ok(existsSync(`${file}.checkpoint`))
    writeFileSync(`${file}.rejects`, 'written after the checkpoint', { flag: 'a' })

    const { code, output } = await runOperatorCommand(args(file))
    t.equal(code, 1, 'some lines were rejected')
    const accepted = LINES - wrong.size + 1
    t.match(output, new RegExp(`lines +${LINES + 1}\naccepted +${accepted}\n[^]*rejected +${wrong.size}\n`))
    t.notOk(existsSync(`${file}.checkpoint`))
    const rejects = readFileSync(`${file}.rejects`, 'latin1')
    t.equal(rejects, [...wrong.values()].map((one) => `${one.toString('latin1')}\n`).join(''))
    const errors = readFileSync(`${file}.rejects.errors`, 'utf8').trim().split('\n')
    t.same(
      errors.map((one) => (JSON.parse(one) as { line: number }).line),
      [...wrong.keys()],
    )
    t.notMatch(errors.join(), '"key":"feed:')
    const reported = async (): Promise<number[]> =>
      (
        await ingress.database.pool.query<{ line: number }>(
          "select jsonb_path_query(rejected, '$.*.examples[*]')::int as line from feed_report where client_id = 'gds'",
        )
      ).rows.map((row) => row.line)
    await until('the reports are saved', async () => (await reported()).length > 5)
    t.same(
      (await reported()).filter((number) => !wrong.has(number)),
      [],
      'reports number lines as the file does',
    )
    const ids = await stored(from)
    t.equal(ids.size, accepted)
    t.same(
      [...ids].filter(([, some]) => some.size > 1),
      [],
      'each under one id',
    )

    t.match(await runOperatorCommand(args(file)), { code: 64, output: /\.rejects already holds/ })
    const repaired = `${file}.repaired`
    const [again = ''] = rejects.split('\n').filter((one) => FLIGHT.test(one) && one.includes('nobody'))
    writeFileSync(repaired, again.replace('nobody', 'sabre'))
    t.match(await runOperatorCommand(args(repaired)), { code: 0, output: /accepted +1\n/ })
    t.equal((await stored(from)).size, accepted + 1)
    t.notOk(existsSync(`${repaired}.rejects`), 'without rejects there is no file')
    t.match(
      await runOperatorCommand(args(repaired)),
      { code: 0, output: /accepted_before +1\n/ },
      'no second time',
    )
  },
)

check(
  'a dry run answers as the service does, and sends nothing',
  async (t, { ingress, line, args, last }) => {
    const file = join(t.testdir(), 'feed.ndjson')
    const foreign = '{"account":{"source":"airline_lh","account_id":"1"},"segments":[]}'
    const stranger = line(0).replace(/"member_id":"\d+"/, `"member_id":"${await ingress.createMember()}"`)
    const lines = [line(1), stranger, foreign, line(2, { source: 'sabr' }), line(3).slice(1), line(4)]
    writeFileSync(file, lines.join('\n'))
    const from = await last()
    const dry = `${file}.dry`
    const context = dryContext(ingress.database.pool)
    const checked = await runOperatorCommand(
      ['feed', file, '--app', 'gds', '--dry-run', '--rejects', dry],
      context,
    )
    t.match(checked, { code: 1, output: /lines +6\nacceptable +2\nread_in_part +0\nrejected +4\n/ })
    t.equal(await last(), from, 'nothing is stored')
    t.notOk(existsSync(`${file}.checkpoint`))
    t.match(await runOperatorCommand(args(file)), { code: 1, output: /accepted +2\n/ })
    for (const end of ['', '.errors'])
      t.equal(readFileSync(`${dry}${end}`, 'utf8'), readFileSync(`${file}.rejects${end}`, 'utf8'))
    t.match(await runOperatorCommand(['feed', file, '--app', 'gds', '--dry-run'], context), {
      code: 1,
      output:
        /rejected +4\nseconds [^]*\nline 2 is rejected: [^\n]+\nline 3 [^]*\nline 4 is rejected: Invalid source[^]*\nline 5 [^\n]+$/,
    })
    const asData = await runOperatorCommand(['feed', file, '--app', 'gds', '--dry-run', '--json'], context)
    t.match(JSON.parse(asData.output), { lines: 6, seconds: Number, reasons: [{ line: 2 }, {}, {}, {}] })
  },
)

check('a file that is cut off or still being written continues, another one does not', async (t, shared) => {
  const { line, args, stored, last } = shared
  const file = join(t.testdir(), 'feed.gz')
  const lines = Array.from({ length: 500 }, (_, i) => `${line(5_000 + i)}\n`)
  const from = await last()
  const half = gzipSync(lines.slice(0, 300).join(''))
  writeFileSync(file, half.subarray(0, -20))
  t.match(await runOperatorCommand(args(file)), {
    code: 1,
    output: /cannot be read after line \d+: unexpected end/,
  })
  const kept = readFileSync(`${file}.checkpoint`, 'utf8')
  writeFileSync(file, gzipSync([line(1), '\n', ...lines.slice(1)].join('')))
  t.match(await runOperatorCommand(args(file)), {
    code: 1,
    output: /does not match the checkpoint/,
  })
  t.equal(readFileSync(`${file}.checkpoint`, 'utf8'), kept)
  writeFileSync(file, gzipSync(lines.join('')))
  t.match(await runOperatorCommand(args(file)), { code: 0, output: /accepted +500\naccepted_before +0\n/ })
  const ids = await stored(from)
  t.equal(ids.size, 500)
  t.ok([...ids.values()].every((some) => some.size === 1))
})

check('standard input, with what is said while it is sent', async (t, { line, args, last }) => {
  const from = await last()
  const cwd = t.testdir()
  const child = spawn(process.execPath, [...program('ops/cli.ts'), ...args('-')], { cwd })
  let progress = ''
  child.stderr.on('data', (text: Buffer) => (progress += text.toString()))
  child.stdin.write(`${line(9_000)}\n`)
  await until('a line of progress shows it', () => /\n1 lines {2}0 rejected {2}\S+\/s\n/.test(progress))
  child.stdin.end(line(9_001))
  t.same(await once(child, 'exit'), [0, null])
  t.equal(await last(), from + 2)
  t.notOk(existsSync(join(cwd, 'feed.checkpoint')))
})

check('zstd is read where Node supports it; otherwise the error names the fix', async (t, { line, args }) => {
  const file = join(t.testdir(), 'feed.zst')
  const text = Buffer.from(`${line(9_100)}\n`)
  const block = Buffer.alloc(3)
  block.writeUIntLE(text.length * 8 + 1, 0, 3)
  const header = Buffer.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x60,
    (text.length - 256) & 255,
    (text.length - 256) >> 8,
  ])
  writeFileSync(file, Buffer.concat([header, block, text]))
  t.match(
    await runOperatorCommand(args(file)),
    zstdDecoder === null
      ? { code: 1, output: /Node supports from 22\.15 and 23\.8 on.*zstd -dc FILE/ }
      : { code: 0, output: /accepted +1\n/ },
  )
})

check('invalid input is reported before anything is sent', async (t, { args, service }) => {
  const folder = t.testdir()
  t.match(await runOperatorCommand(args(join(folder, 'none'))), { code: 64, output: /FILE: ENOENT/ })
  t.match(await runOperatorCommand(args(folder)), { code: 64, output: /FILE: it is a directory/ })
  const file = join(folder, 'feed')
  writeFileSync(file, '{}')
  writeFileSync(`${file}.checkpoint`, 'x')
  t.match(await runOperatorCommand(args(file)), { code: 64, output: /is not a checkpoint of a feed/ })
  t.match(await runOperatorCommand(['feed', file, '--app', 'a', '--dry-run', '--api', service.url], {}), {
    code: 64,
    output: /cannot be used with --api/,
  })
})
