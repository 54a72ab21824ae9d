/** What the request log keeps of the errors of an answer (contract.md 11). */
import t from 'tap'
import { InvalidBodyError, RefusedBatchError } from '../../../api/http/faults/invalid-body-error.js'
import { loggedErrors } from '../../../api/request-log/logged-errors.js'
import { ApiError } from '../../../schemas/base/errors.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'

const wrong = (field: string, text = 'It is wrong.'): SegmentError => ({
  error: 'invalid_type',
  error_description: text,
  field,
})

t.test('a batch names the segment of each error, a body its fields', async (t) => {
  const entries = [[], [wrong('origin'), { ...wrong('source'), hint: 'Another one?' }]].map((errors) => ({
    type: 'Air',
    status: null,
    errors,
  }))
  t.same(loggedErrors(new RefusedBatchError(entries)), {
    list: [
      { code: 'invalid_type', text: 'It is wrong.', field: 'segments[1].origin', hint: null },
      { code: 'invalid_type', text: 'It is wrong.', field: 'segments[1].source', hint: 'Another one?' },
    ],
    more: 0,
  })
  t.match(loggedErrors(new InvalidBodyError([wrong('url')])), { list: [{ field: 'url' }], more: 0 })
})

t.test('an error about no field is kept for its hint', async (t) => {
  t.equal(loggedErrors(new ApiError('not_found', 'Nothing is here.')), null)
  t.same(loggedErrors(new ApiError('not_found', 'Nothing is here.', { hint: 'Look elsewhere.' })), {
    list: [{ code: 'not_found', text: 'Nothing is here.', field: null, hint: 'Look elsewhere.' }],
    more: 0,
  })
})

t.test('what is kept is bounded, and the rest is counted', async (t) => {
  const many = Array.from({ length: 50 }, (_, at) => wrong(`f${at}`))
  const kept = loggedErrors(new InvalidBodyError(many))!
  t.equal(kept.list.length, 20)
  t.equal(kept.more, 30)
  const long = loggedErrors(
    new InvalidBodyError(many.map((one) => wrong(`${one.field}${'y'.repeat(500)}`, 'x'.repeat(5_000)))),
  )!
  t.ok(JSON.stringify(long).length < 4_000)
  t.ok(long.list.length > 1)
  t.equal(long.list.length + long.more, 50)
})
