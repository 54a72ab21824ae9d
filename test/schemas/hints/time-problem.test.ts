/** What errors say of dates and times that cannot be read (contract.md 6.1). */
import t from 'tap'
import { timeProblem } from '../../../schemas/hints/time-problem.js'

t.test('a day or a time that does not exist', async (t) => {
  t.equal(
    timeProblem('2027-02-30T10:00', 'datetime'),
    'names a day that does not exist, 2027-02-30: February 2027 has 28 days; ' +
      'send one that exists, as YYYY-MM-DDTHH:MM',
  )
  t.match(timeProblem('2028-02-30', 'date'), /February 2028 has 29 days; .* as YYYY-MM-DD$/)
  t.match(timeProblem('2027-04-31T10:00:00+02:00', 'datetime'), /April 2027 has 30 days/, 'before its offset')
  t.match(timeProblem('2027-13-01', 'datetime'), /has the month 13; months are 01 to 12/)
  t.match(timeProblem('2027-04-00', 'date'), /2027-04-00: days start at 01/)
  t.match(timeProblem('2207-04-01', 'date'), /has the year 2207; years are 1900 to 2199/)
  t.match(timeProblem('2027-04-01T24:00', 'datetime'), /names a time that does not exist, 24:00; hours/)
  t.match(timeProblem('12:60', 'time'), /names a time that does not exist, 12:60/)
})

t.test('an offset where the time is local', async (t) => {
  t.equal(
    timeProblem('2027-02-20T10:00:00+01:00', 'datetime'),
    'is the local time of its place and takes no offset; remove "+01:00" and send 2027-02-20T10:00:00',
  )
  t.match(timeProblem('2027-02-20T10:00Z', 'datetime'), /remove "Z" and send 2027-02-20T10:00$/)
  t.match(timeProblem('2027-02-20 10:00 -0500', 'datetime'), /remove "-0500" and send 2027-02-20T10:00$/)
  t.match(timeProblem('15:00Z', 'time'), /remove "Z" and send 15:00$/)
})

t.test('another form, with what to send', async (t) => {
  t.match(timeProblem('2027-02-20 10:00', 'datetime'), /needs a T before the time; send 2027-02-20T10:00$/)
  t.match(
    timeProblem('2027-02-20T10:00:00.000', 'datetime'),
    /no fraction of a second; send 2027-02-20T10:00:00$/,
  )
  t.match(timeProblem('2027-03-01T11:00', 'date'), /without a time; send 2027-03-01$/)
  t.match(timeProblem('15:00:00.5', 'time'), /fraction of a second; send 15:00:00$/)
  for (const text of ['20.02.2027', 'tomorrow', '', '1803117600', `2027-02-30${' '.repeat(40)}`])
    t.equal(timeProblem(text, 'datetime'), null, text)
})

t.test('an instant that is not in UTC, with the instant in UTC', async (t) => {
  t.equal(timeProblem('2027-01-01T00:00:00+02:00', 'instant'), 'must be in UTC; send 2026-12-31T22:00:00Z')
  t.match(timeProblem('2027-01-01T00:00:00-0330', 'instant'), /send 2027-01-01T03:30:00Z$/)
  t.match(
    timeProblem('2027-01-01T08:30', 'instant'),
    /not say that it is UTC; send 2027-01-01T08:30:00Z if it is$/,
  )
  t.match(timeProblem('2027-01-01', 'instant'), /needs a time, in UTC; send 2027-01-01T00:00:00Z$/)
  t.match(timeProblem('2027-01-01T08:30Z', 'instant'), /must look like .*; send 2027-01-01T08:30:00Z$/)
})
