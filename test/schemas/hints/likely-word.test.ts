import t from 'tap'
import { likelyWord, suggestions } from '../../../schemas/hints/likely-word.js'

const FIELDS = ['url', 'events', 'description', 'status', 'home_city', 'home_city_lat', 'first_name']

t.test('the word that is meant', async (t) => {
  for (const [typed, meant] of [
    ['evnts', 'events'],
    ['evnets', 'events'],
    ['Events', 'events'],
    ['ulr', 'url'],
    ['homeCity', 'home_city'],
    ['home-city', 'home_city'],
    ['firstname', 'first_name'],
    ['discription', 'description'],
    ['url', 'url'],
  ] as const)
    t.equal(likelyWord(typed, FIELDS), meant, typed)
})

t.test('no word', async (t) => {
  for (const typed of ['', 'x', 'foo', 'webhook', 'x'.repeat(10_000), '🙂'])
    t.equal(likelyWord(typed, FIELDS), null, typed.slice(0, 10))
  t.equal(likelyWord('airline_bx', ['airline_ba', 'airline_bb']), null, 'two are equally close')
  t.equal(
    likelyWord('airline_ba', ['airline_bb', 'airline_bc', 'airline_ba']),
    'airline_ba',
    'unless one is closer',
  )
  t.equal(likelyWord('events', []), null)
})

t.test('suggestions of one request are limited, and repeated words cost nothing', async (t) => {
  const suggest = suggestions(2 * FIELDS.length)
  for (let i = 0; i < 10; i += 1) t.equal(suggest('evnts', FIELDS), 'events')
  t.equal(suggest('ulr', FIELDS), 'url')
  t.equal(suggest('statuss', FIELDS), null)
  t.equal(suggest('evnts', FIELDS), 'events')
})
