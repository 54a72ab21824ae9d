import { existsSync } from 'node:fs'
import t from 'tap'
import { dataFiles } from '../../ops/config/paths.js'
import { sharedStack } from '../support/shared-stack.js'
import { allGone } from '../support/stack.js'

t.setTimeout(500_000)

t.test('SIGTERM to npm start ends every process and removes the ready file and the lock', async (t) => {
  const stack = await sharedStack()
  const files = dataFiles(stack.dir)
  stack.outer.kill('SIGTERM')
  t.same(await stack.ended, { code: 0, signal: null })
  await allGone(stack)
  t.notOk(existsSync(files.ready), 'the ready file is gone')
  t.notOk(existsSync(files.lock))
})
