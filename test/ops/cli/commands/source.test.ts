/** Operators say which application vouches for the loyalty numbers of a source, and count what is held. */
import t from 'tap'
import { feedReportStore } from '../../../../db/feeds/feed-reports.js'
import { sentFeeds } from '../../../support/auth/sent-feeds.js'
import { operatorCli } from '../../../support/run-cli.js'

t.test('vouching and held lines', async (t) => {
  const { pool, run } = await operatorCli(t)
  const [, id = ''] = /client_id +(\S+)/.exec((await run('app add --name Airline --feed')).output) ?? []
  t.match(await run(`app vouch ${id} --sources`, 'airline_dl, nobody'), {
    code: 1,
    output: /^--sources: there is no source nobody/,
  })
  t.equal((await run(`app vouch ${id} --sources`, 'airline_dl, airline_ba')).code, 0)
  t.match(await run('app list'), { code: 0, output: /vouches for airline_dl, airline_ba/ })
  t.match(await run('app list'), { output: /feed vouches/ })
  t.match(await run(`app feed ${id} --sources`, 'nobody'), { code: 1, output: /no source nobody/ })
  t.match(await run(`app feed ${id} --sources`, 'airline_dl, airline_ba'), {
    code: 0,
    output: / may send feeds, by loyalty numbers those of airline_dl, airline_ba\.$/,
  })
  t.match(await run('app list'), { output: /feed of airline_dl, airline_ba vouches/ })
  t.equal((await run(`app no-feed ${id}`)).code, 0)
  t.equal((await run(`app feed ${id}`)).code, 0)
  t.match(await run('app list'), { output: /feed vouches/ }, 'no source is left from before')
  t.equal((await run(`app no-vouch ${id}`)).code, 0)
  t.notMatch((await run('app list')).output, /vouches/)
  await pool.query(
    `insert into held_line (source, number_key, client_id, needs_proof, envelope, body)
      values ('airline_dl', '1', 'gds', true, '{}', '{}')`,
  )
  t.match(await run('source held'), { code: 0, output: /airline_dl +unregistered +1 +0/ })
  await feedReportStore(pool).save([...sentFeeds(id), ...sentFeeds('other')])
  const day = new RegExp(`${id} +1206 +1 +21204 +21184 +0 +13 +0 +0 +0 +18.9 +1.3 +20 +invalid_source 17, `)
  t.match(await run('app feeds'), { code: 0, output: day })
  const one = await run(`app feeds ${id}`)
  t.match(one, { code: 0, output: day })
  t.notMatch(one.output, /other/)
})

t.test('sources are added once, found by a part of their name, and changed', async (t) => {
  const { run } = await operatorCli(t)
  const add =
    'source add quokka --name Quokka-Air --class airline --types Air,Rail --url https://quokka.example'
  t.match(await run(add), { code: 0, output: /quokka/ })
  t.same(await run(add), { code: 1, output: 'Source quokka already exists.' })
  t.equal((await run('source priority quokka 3')).code, 0)
  t.equal((await run('source deactivate quokka')).code, 0)
  t.match(
    (await run('source list --q uokka-a')).output,
    /\nquokka +Quokka-Air +airline +3 +Inactive +Air,Rail$/,
  )
  t.same(await run('source activate wombat'), { code: 1, output: 'There is no source wombat.' })
})
