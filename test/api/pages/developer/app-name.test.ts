/** Names of applications (oauth.md 5.9, 134). */
import t from 'tap'
import { appNameError } from '../../../../api/pages/developer/app-name.js'

t.test('134 names must be what they look like', async (t) => {
  const bad = [
    'Trip\u202eSupport',
    'Tripfold',
    'TRIPF0LD Login',
    'Тripfоld',
    'Trip fold',
    'a\u200bb',
    '',
    'Tripf\u0585ld',
    '\u1d1bripfold',
    '\u1d1b\u0280\u026a\u1d18\ua730\u1d0f\u029f\u1d05',
    'TripfoId',
    'Tr1pfold',
    'Tr\u00efpfold',
    'Tripfolcl',
    'P\u0430yments',
    'Tr\u03b9p Planner',
    'Trip Planner (verified)',
    'V e r i f i e d Trips',
    'Ver\u0131f1ed-by-airlines',
    'Trips \u2714',
    'Das offizielle Portal',
    'Voyages vérifiés',
    'Проверено Путешествия',
    '旅行 公式',
  ]
  for (const name of bad) t.ok(appNameError(name), JSON.stringify(name))
  const good = [
    'Trip Planner',
    'Reisebüro Müller',
    '旅行',
    'Trip <b>Planner',
    'Łódź Travel',
    '東京 Trips',
    'Αθήνα',
    'JTB旅行',
    'Путешествия',
    'Trip for old friends',
    'Ørsted Đà Nẵng',
    'Երևան Travel',
    'São Tomé 5★',
    'Scaffold Trips',
    'Oficina de Viajes',
    'Very Fine Trips',
  ]
  for (const name of good) t.equal(appNameError(name), null, name)
})
