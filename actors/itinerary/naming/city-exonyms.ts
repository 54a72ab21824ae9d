/**
 * RULES 6.8: names of cities that differ between languages, or that the reference data write in the language of
 * the country. Written for this project.
 */
import { memoize } from '../../../schemas/base/memoize.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { canonicalCityName } from '../places/city-index.js'
import { LANGUAGES } from './language.js'
import type { Language } from './language.js'

/**
 * Country, then the name in each language in the order of LANGUAGES, then other spellings of the reference data.
 * An empty cell is the English name.
 */
const TABLE = `
AE|Abu Dhabi||Abou Dabi|Abu Dabi|||
AE|Dubai||Dubaï|Dubái|||
AT|Salzburg||Salzbourg|Salzburgo|Salisburgo|Salzburgo|
AT|Vienna|Wien|Vienne|Viena||Viena|Wenen
AU|Sydney|||Sídney|||
BE|Antwerp|Antwerpen|Anvers|Amberes|Anversa|Antuérpia|Antwerpen
BE|Bruges|Brügge||Brujas|||Brugge
BE|Brussels|Brüssel|Bruxelles|Bruselas|Bruxelles|Bruxelas|Brussel
BE|Ghent|Gent|Gand|Gante|Gand|Gante|Gent
BE|Leuven|Löwen|Louvain|Lovaina|Lovanio|Lovaina|
BE|Liège|Lüttich||Lieja|Liegi||Luik
BE|Mechelen|Mecheln|Malines|Malinas|Malines|Malinas|
BE|Ostend|Ostende|Ostende|Ostende|Ostenda|Ostende|Oostende
BE|Ypres|Ypern|||||Ieper
BG|Sofia|||Sofía||Sófia|
BR|Rio de Janeiro|||Río de Janeiro|||
BR|São Paulo||||San Paolo||
CA|Quebec City|Québec|Québec|Quebec|Québec|Quebec|Quebec
CH|Basel||Bâle|Basilea|Basilea|Basileia|Bazel
CH|Bern||Berne|Berna|Berna|Berna|
CH|Geneva|Genf|Genève|Ginebra|Ginevra|Genebra|Genève
CH|Lausanne|||Lausana|Losanna|Lausana|
CH|Lucerne|Luzern||Lucerna|Lucerna|Lucerna|Luzern
CH|Neuchâtel|Neuenburg|||||
CH|St. Gallen||Saint-Gall|San Galo|San Gallo|São Galo|Sankt Gallen
CH|Zurich|Zürich||Zúrich|Zurigo|Zurique|Zürich
CN|Beijing|Peking|Pékin|Pekín|Pechino|Pequim|Peking
CN|Guangzhou||Canton|Cantón|Canton|Cantão|
CN|Shanghai|||Shanghái||Xangai|
CU|Havana|Havanna|La Havane|La Habana|L'Avana||
CY|Nicosia|Nikosia|Nicosie|||Nicósia|
CZ|Prague|Prag||Praga|Praga|Praga|Praag
DE|Aachen||Aix-la-Chapelle|Aquisgrán|Aquisgrana||Aken
DE|Berlin|||Berlín|Berlino|Berlim|Berlijn
DE|Bremen||Brême||Brema||
DE|Cologne|Köln||Colonia|Colonia|Colônia|Keulen
DE|Dresden||Dresde|Dresde|Dresda||
DE|Frankfurt am Main||Francfort|Fráncfort|Francoforte|Frankfurt|
DE|Hamburg||Hambourg|Hamburgo|Amburgo|Hamburgo|
DE|Hanover|Hannover|Hanovre|Hannover|Hannover|Hanôver|Hannover
DE|Konstanz||Constance|Constanza|Costanza|Constança|
DE|Leipzig||||Lipsia||
DE|Mainz||Mayence|Maguncia|Magonza||
DE|Munich|München||Múnich|Monaco di Baviera|Munique|München
DE|Nuremberg|Nürnberg||Núremberg|Norimberga|Nuremberga|Neurenberg
DE|Regensburg||Ratisbonne|Ratisbona|Ratisbona|Ratisbona|
DE|Stuttgart||||Stoccarda||
DE|Trier||Trèves|Tréveris|Treviri|Tréveris|
DK|Aalborg|||||||Ålborg
DK|Aarhus|||||||Århus
DK|Copenhagen|Kopenhagen|Copenhague|Copenhague|Copenaghen|Copenhague|Kopenhagen
DZ|Algiers|Algier|Alger|Argel|Algeri|Argel|
EE|Tallinn|||Tallin|||
EG|Alexandria||Alexandrie|Alejandría|Alessandria d'Egitto||Alexandrië
EG|Cairo|Kairo|Le Caire|El Cairo|Il Cairo||Caïro
EG|Luxor||Louxor||||
EG|Sharm el-Sheikh|Scharm El-Scheich|Charm el-Cheikh|Sharm el-Sheij||||Sharm ash Shaykh
ES|A Coruña|La Coruña|La Corogne|La Coruña|La Coruña|Corunha|La Coruña
ES|Barcelona||Barcelone||Barcellona||
ES|Cádiz||Cadix||Cadice||
ES|Córdoba||Cordoue||Cordova|Córdova|
ES|Granada||Grenade||||
ES|Madrid|||||Madri|
ES|Málaga||Malaga||Malaga||
ES|Palma de Mallorca||Palma de Majorque||Palma di Maiorca|||Palma
ES|Pamplona||Pampelune||||
ES|San Sebastián||Saint-Sébastien||||
ES|Santiago de Compostela||Saint-Jacques-de-Compostelle||Santiago di Compostela||
ES|Seville|Sevilla|Séville|Sevilla|Siviglia|Sevilha|Sevilla
ES|Valencia||Valence|||Valência|
ES|Vitoria-Gasteiz|||||||Gasteiz / Vitoria
ES|Zaragoza|Saragossa|Saragosse||Saragozza|Saragoça|
FI|Helsinki|||||Helsinque|
FR|Avignon|||Aviñón|Avignone||
FR|Bordeaux|||Burdeos|||
FR|Dunkirk|Dünkirchen|Dunkerque|Dunkerque|Dunkerque|Dunquerque|Duinkerke
FR|Lille||||Lilla||Rijsel
FR|Lyon||||Lione||
FR|Marseille|||Marsella|Marsiglia|Marselha|
FR|Nice|Nizza||Niza|Nizza||
FR|Paris|||París|Parigi||Parijs
FR|Strasbourg|Straßburg||Estrasburgo|Strasburgo|Estrasburgo|Straatsburg
FR|Toulouse||||Tolosa||
GB|Dover||Douvres||||
GB|Edinburgh||Édimbourg|Edimburgo|Edimburgo|Edimburgo|
GB|London||Londres|Londres|Londra|Londres|Londen
GE|Tbilisi|Tiflis|Tbilissi|Tiflis|||
GR|Athens|Athen|Athènes|Atenas|Atene|Atenas|Athene
GR|Chania||La Canée|La Canea|La Canea||
GR|Corfu|Korfu|Corfou|Corfú|Corfù||Korfoe|Kérkyra
GR|Heraklion||Héraklion|Heraclión|Candia|Heraclião||Irákleion
GR|Patras||||Patrasso|||Pátra
GR|Rhodes|Rhodos||Rodas|Rodi|Rodes|Rhodos|Ródos
GR|Thessaloniki||Thessalonique|Salónica|Salonicco|Tessalônica|
GT|Guatemala City|Guatemala-Stadt|Guatemala|Ciudad de Guatemala|Città del Guatemala|Cidade da Guatemala|Guatemala-Stad
HK|Hong Kong|Hongkong|||||Hongkong
HR|Split||||Spalato||
HR|Zagreb||||Zagabria||
HU|Budapest|||||Budapeste|Boedapest
ID|Jakarta|||Yakarta|Giacarta|Jacarta|
IE|Galway|||||||Gaillimh
IE|Dublin|||Dublín|Dublino||
IL|Jerusalem||Jérusalem|Jerusalén|Gerusalemme|Jerusalém|Jeruzalem
IN|Delhi|||||Déli|
IN|Goa|||||||Panaji
IN|Kochi|||||||Cochin
IN|Kolkata|Kalkutta|Calcutta|Calcuta|Calcutta|Calcutá|Calcutta
IQ|Baghdad|Bagdad|Bagdad|Bagdad||Bagdá|Bagdad
IR|Tehran|Teheran|Téhéran|Teherán|Teheran|Teerã|Teheran
IT|Bergamo||Bergame|Bérgamo|||
IT|Bologna||Bologne|Bolonia||Bolonha|
IT|Bolzano|Bozen|||||Bozen
IT|Catania||Catane|||Catânia|
IT|Florence|Florenz||Florencia|Firenze|Florença|
IT|Genoa|Genua|Gênes|Génova|Genova|Gênova|Genua
IT|Mantua||Mantoue||Mantova|Mântua|
IT|Merano|Meran|||||
IT|Milan|Mailand||Milán|Milano|Milão|Milaan
IT|Naples|Neapel||Nápoles|Napoli|Nápoles|Napels
IT|Padua||Padoue||Padova|Pádua|
IT|Palermo||Palerme||||
IT|Pisa||Pise||||
IT|Rome|Rom||Roma|Roma|Roma|
IT|Siena||Sienne||||
IT|Syracuse|Syrakus||Siracusa|Siracusa|Siracusa|
IT|Trento|Trient|Trente||||Trente
IT|Trieste|Triest|||||Triëst
IT|Turin|||Turín|Torino|Turim|Turijn
IT|Venice|Venedig|Venise|Venecia|Venezia|Veneza|Venetië
IT|Verona||Vérone||||
JP|Kyoto|||Kioto||Quioto|
JP|Osaka||||||
JP|Tokyo|Tokio||Tokio||Tóquio|Tokio
KR|Seoul||Séoul|Seúl|Seul|Seul|Seoel
KW|Kuwait City|Kuwait-Stadt|Koweït|Kuwait|Kuwait|Cidade do Kuwait|Koeweit-Stad
KZ|Astana|||||||Nur-Sultan
LB|Beirut||Beyrouth|||Beirute|Beiroet
LT|Vilnius|||Vilna|||
LU|Luxembourg|Luxemburg||Luxemburgo|Lussemburgo|Luxemburgo|Luxemburg
LY|Tripoli|Tripolis||Trípoli||Trípoli|
MA|Fez|Fès|Fès||||
MA|Marrakesh|Marrakesch|Marrakech|Marrakech|Marrakech|Marrakech|Marrakech
MA|Tangier|Tanger|Tanger|Tánger|Tangeri|Tânger|Tanger
MC|Monaco|||Mónaco||Mônaco|
MN|Ulaanbaatar|Ulan-Bator|Oulan-Bator|Ulán Bator|Ulan Bator|Ulan Bator|Ulaanbaatar|Ulan Bator
MO|Macau||Macao|Macao|Macao||
MT|Valletta||La Valette|La Valeta|La Valletta||
MX|Mexico City|Mexiko-Stadt|Mexico|Ciudad de México|Città del Messico|Cidade do México|Mexico-Stad
NL|Amsterdam|||Ámsterdam||Amsterdã|
NL|Rotterdam|||Róterdam||Roterdã|
NL|The Hague|Den Haag|La Haye|La Haya|L'Aia|Haia|Den Haag
PA|Panama City|Panama-Stadt|Panama|Ciudad de Panamá|Panama|Cidade do Panamá|Panama-Stad
PH|Manila||Manille||||Manilla
PL|Gdańsk|Danzig||Gdansk|Danzica|Gdansk|
PL|Kraków|Krakau|Cracovie|Cracovia|Cracovia|Cracóvia|Krakau
PL|Poznań|Posen|||||
PL|Warsaw|Warschau|Varsovie|Varsovia|Varsavia|Varsóvia|Warschau
PL|Wrocław|Breslau||Breslavia|Breslavia|Breslávia|
PT|Lisbon|Lissabon|Lisbonne|Lisboa|Lisbona|Lisboa|Lissabon
PT|Porto|||Oporto|||
RO|Bucharest|Bukarest|Bucarest|Bucarest|Bucarest|Bucareste|Boekarest
RS|Belgrade|Belgrad||Belgrado|Belgrado|Belgrado|Belgrado
RU|Moscow|Moskau|Moscou|Moscú|Mosca|Moscou|Moskou
RU|Rostov-on-Don|Rostow am Don|Rostov-sur-le-Don|Rostov del Don|Rostov sul Don|||Rostov-na-Donu
RU|Saint Petersburg|Sankt Petersburg|Saint-Pétersbourg|San Petersburgo|San Pietroburgo|São Petersburgo|Sint-Petersburg
SA|Jeddah|Dschidda|Djeddah|Yeda|Gedda|Jidá|Djedda
SA|Mecca|Mekka|La Mecque|La Meca|La Mecca|Meca|Mekka
SA|Riyadh|Riad|Riyad|Riad|Riad|Riad|Riyad
SE|Gothenburg|Göteborg|Göteborg|Gotemburgo|Göteborg|Gotemburgo|Göteborg
SE|Stockholm|||Estocolmo|Stoccolma|Estocolmo|
SG|Singapore|Singapur|Singapour|Singapur||Singapura|
SI|Ljubljana|||Liubliana|Lubiana|Liubliana|
SY|Damascus|Damaskus|Damas|Damasco|Damasco|Damasco|
TH|Bangkok|||||Bangcoc|
TN|Tunis|||Túnez|Tunisi|Túnis|
TR|Ankara|||||Ancara|
TR|Istanbul|||Estambul||Istambul|
TR|Izmir|||Esmirna|Smirne|Esmirna|
TW|Taipei|Taipeh||Taipéi|||
UA|Kyiv|Kiew|Kiev|Kiev|Kiev|Kiev|
UA|Lviv|Lwiw||Leópolis|Leopoli||
UA|Odesa|Odessa|Odessa||Odessa|Odessa|Odessa
US|New Orleans||La Nouvelle-Orléans|Nueva Orleans||Nova Orleans|
US|New York City|New York|New York|Nueva York|New York|Nova York|New York
US|Philadelphia||Philadelphie|Filadelfia|Filadelfia|Filadélfia|
VN|Hanoi||Hanoï|Hanói||Hanói|
VN|Ho Chi Minh City|Ho-Chi-Minh-Stadt|Hô-Chi-Minh-Ville|Ciudad Ho Chi Minh|Ho Chi Minh|Cidade de Ho Chi Minh|Ho Chi Minhstad
ZA|Cape Town|Kapstadt|Le Cap|Ciudad del Cabo|Città del Capo|Cidade do Cabo|Kaapstad
ZA|Johannesburg||Johannesbourg|Johannesburgo||Joanesburgo|
`

/** The names of a city, in the order of LANGUAGES. */
type CityNames = readonly string[]

const NAMES_BY_SPELLING: ReadonlyMap<string, CityNames> = namesBySpelling()

/** Every spelling of a row leads to it: the reference data may have any of them. */
function namesBySpelling(): Map<string, CityNames> {
  const bySpelling = new Map<string, CityNames>()
  for (const line of TABLE.trim().split('\n')) {
    const [country = '', english = '', ...cells] = line.split('|')
    const names = [
      english,
      ...cells.slice(0, LANGUAGES.length - 1).map((cell) => (cell === '' ? english : cell)),
    ]
    const others = cells.slice(LANGUAGES.length - 1)
    for (const name of [...names, ...others]) bySpelling.set(spellingKey(country, name), names)
  }
  return bySpelling
}

function spellingKey(country: string, name: string): string {
  return `${country}|${canonicalCityName(comparisonForm(name))}`
}

const CACHED_CITIES = 20_000

/** The names of a city by country and name as the reference data have it; null for one that the table lacks. */
const namesOfCity = memoize(CACHED_CITIES, (key): CityNames | null => {
  const at = key.indexOf('|')
  return NAMES_BY_SPELLING.get(spellingKey(key.slice(0, at), key.slice(at + 1))) ?? null
})

/** The name of a city of the reference data in a language; as it is there, if the table has none. */
export function cityNameIn(language: Language, name: string, country: string | null): string {
  if (country === null) return name
  return namesOfCity(`${country}|${name}`)?.[LANGUAGES.indexOf(language)] ?? name
}
