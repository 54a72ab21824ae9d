import t from 'tap'
import { erasedMembers, noteErased } from '../../../../workers/stream/erasure/erased-members.js'
import { ensureStreams } from '../../../../workers/stream/setup.js'
import { openStream } from '../../../support/open-stream.js'

t.test('who was erased is known, also if it is noted twice', async (t) => {
  const nc = await openStream(t)
  t.same(await erasedMembers(nc), [], 'no stream')
  await ensureStreams(nc, { partitions: 1, maxBytes: 2 ** 24, replicas: 1 })
  t.same(await erasedMembers(nc), [], 'nobody yet')
  for (const member of ['231979713036288', '4711', '4711']) await noteErased(nc, member)
  t.same((await erasedMembers(nc)).sort(), ['231979713036288', '4711'])
})
