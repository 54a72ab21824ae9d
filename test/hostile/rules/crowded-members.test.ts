/** RULES 2.3: members of a thousand segments that lie as close together as they can. */
import t from 'tap'
import { CROWDS, interleaved } from '../../support/crowded-members.js'
import { mostWork, WORK_PER_SEGMENT } from '../../support/work.js'

for (const name of Object.keys(CROWDS))
  t.test(name, async (t) => {
    const work = mostWork(interleaved([name]), [150, 500, 1_000])
    t.ok(work.comparisons <= WORK_PER_SEGMENT.comparisons, `${work.comparisons} comparisons`)
    t.ok(work.rows <= WORK_PER_SEGMENT.rows, `${work.rows} rows`)
    t.ok(work.bytes <= WORK_PER_SEGMENT.bytes, `${work.bytes} bytes`)
  })
