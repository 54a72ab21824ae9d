/** Every document of the folders beside this file is read as its `.json` says. */
import t from 'tap'
import { readAsExpected, readFixtures } from '../../support/read-fixtures.js'

for (const fixture of readFixtures()) {
  const { format, parts } = fixture.expected
  t.same(await readAsExpected(fixture), { format, parts }, fixture.name)
  t.match(fixture.expected.cited, /https?:\/\//, `${fixture.name} names where its facts come from`)
}
