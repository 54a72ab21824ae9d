import t from 'tap'
import { erasedMembers, noteErased } from '../../../../workers/stream/erasure/erased-members.js'
import { openStream } from '../../../support/open-stream.js'

t.test('who was erased is known, also if it is noted twice', async (t) => {
  const nc = await openStream(t)
  t.same(await erasedMembers(nc), [], 'nobody yet, and no stream')
  for (const member of ['231979713036288', '4711', '4711']) await noteErased(nc, member, 1)
  t.same((await erasedMembers(nc)).sort(), ['231979713036288', '4711'])
})
