import t from 'tap'
import { connectStream } from '../../../../workers/stream/connection/connect.js'
import { erasedMembers, noteErased } from '../../../../workers/stream/erasure/erased-members.js'
import { testNats } from '../../../support/servers.js'

t.test('who was erased is known, also if it is noted twice', async (t) => {
  const nc = await connectStream({ url: (await testNats(t)).url, name: 'test' })
  t.teardown(async () => {
    await nc.close()
  })
  t.same(await erasedMembers(nc), [], 'nobody yet, and no stream')
  for (const member of ['231979713036288', '4711', '4711']) await noteErased(nc, member, 1)
  t.same((await erasedMembers(nc)).sort(), ['231979713036288', '4711'])
})
