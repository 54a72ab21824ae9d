/** Wrong arguments are named before a command opens anything. */
import t from 'tap'
import { foldStack } from '../../support/fold/fold-stack.js'
import { runOperatorCommand } from '../../support/run-cli.js'
import { textCases } from '../../support/text-cases.js'

t.test(
  'each wrong call of misuse.txt is answered with what is wrong and the usage, and exits with 64',
  async (t) => {
    const answers = []
    for (const [call = '', problem = ''] of textCases(new URL('./misuse.txt', import.meta.url))) {
      const { code, output } = await runOperatorCommand(call.split(' '), {})
      const isNamed = output.includes(problem) && output.includes('Usage: npm run cli -- ')
      answers.push(code === 64 && isNamed ? 'as wanted' : `${call}: ${code} ${output}`)
    }
    t.same([...new Set(answers)], ['as wanted'])
    const empty = await runOperatorCommand(
      ['source', 'add', '', ...'--name X --class airline --types Air'.split(' ')],
      {},
    )
    t.match(empty, { code: 64, output: /for argument 'ID'\. It must not be empty/ })
  },
)

t.test('without a command, and with --help, the usage is printed', async (t) => {
  t.match(await runOperatorCommand([]), { code: 0, output: /dead +messages and events that cannot be/ })
  t.match(await runOperatorCommand(['help', 'app']), { code: 0, output: /rotate \[options\] <CLIENT_ID>/ })
  t.match(await runOperatorCommand(['app', 'rotate', '-h']), { code: 0, output: /--overlap <TIME>/ })
})

t.test('a message to skip must exist, and --json prints the answer as data', async (t) => {
  const { pool } = await foldStack(t, { partitions: 1 })
  await pool.query(`insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version) values (12, 0, 7, 'fold', 'x', 1, '1');
    insert into parked_message (member_id, seq, subject, bytes, reason) values (12, 7, 's', '', 'fold')`)
  const context = { pool, operator: 'test' }
  for (const more of [['--because', 'x'], ['--dry-run']]) {
    const words = ['dead', 'replay', '12', '--skip', '7', '--skip', '999', ...more]
    t.match(await runOperatorCommand(words, context), {
      code: 64,
      output: /--skip: member 12 has no waiting message 999; see `dead show 12`/,
    })
  }
  t.equal((await pool.query('select 1 from operator_command')).rowCount, 0, 'no command was queued')
  const { code, output } = await runOperatorCommand(['dead', 'list', '--json'], context)
  t.equal(code, 0)
  t.match(JSON.parse(output), [{ member: '12', p: 0, since: 7, waiting: 1, reason: 'fold', error: 'x' }])
})
