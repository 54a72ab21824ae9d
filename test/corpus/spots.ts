/** Where the places of the corpus are: the expectation, not what is sent. */

export interface ExpectedSpot {
  lat: number
  lon: number
  zone: string
  /** The document says too little to be sure: nothing is right as well, another place is not. */
  mayBeUnknown?: true
}

const spot = (lat: number, lon: number, zone: string): ExpectedSpot => ({ lat, lon, zone })
const BERLIN = 'Europe/Berlin'
const PARIS = 'Europe/Paris'
const ROME = 'Europe/Rome'
const LONDON = 'Europe/London'
const ZURICH = 'Europe/Zurich'
const PRAGUE = 'Europe/Prague'
const MADRID = 'Europe/Madrid'
const NEW_YORK = 'America/New_York'
const CHICAGO = 'America/Chicago'
const LOS_ANGELES = 'America/Los_Angeles'
const KOLKATA = 'Asia/Kolkata'
const TAIPEI = 'Asia/Taipei'

export const AT = {
  // Germany
  berlin: spot(52.52, 13.4, BERLIN),
  frankfurt: spot(50.11, 8.67, BERLIN),
  munich: spot(48.14, 11.57, BERLIN),
  hamburg: spot(53.55, 10.0, BERLIN),
  cologne: spot(50.94, 6.96, BERLIN),
  bonn: spot(50.73, 7.1, BERLIN),
  dusseldorf: spot(51.22, 6.79, BERLIN),
  nuremberg: spot(49.45, 11.08, BERLIN),
  bamberg: spot(49.9, 10.9, BERLIN),
  wurzburg: spot(49.8, 9.94, BERLIN),
  koblenz: spot(50.35, 7.59, BERLIN),
  trier: spot(49.76, 6.65, BERLIN),
  bremen: spot(53.08, 8.81, BERLIN),
  leer: spot(53.23, 7.46, BERLIN),
  hanover: spot(52.38, 9.74, BERLIN),
  stuttgart: spot(48.74, 9.2, BERLIN),
  mannheim: spot(49.48, 8.47, BERLIN),
  munster: spot(51.96, 7.63, BERLIN),
  hamm: spot(51.68, 7.81, BERLIN),
  karlsruhe: spot(48.99, 8.4, BERLIN),
  osnabruck: spot(52.27, 8.06, BERLIN),
  flensburg: spot(54.77, 9.44, BERLIN),
  rosenheim: spot(47.85, 12.12, BERLIN),
  aachen: spot(50.77, 6.09, BERLIN),
  // Switzerland, Austria, Italy
  zurich: spot(47.45, 8.56, ZURICH),
  visp: spot(46.29, 7.88, ZURICH),
  randa: spot(46.1, 7.78, ZURICH),
  zermatt: spot(46.02, 7.75, ZURICH),
  brig: spot(46.32, 7.99, ZURICH),
  geneva: spot(46.21, 6.14, ZURICH),
  vienna: spot(48.19, 16.38, 'Europe/Vienna'),
  innsbruck: spot(47.26, 11.4, 'Europe/Vienna'),
  graz: spot(47.07, 15.42, 'Europe/Vienna'),
  rovereto: spot(45.89, 11.03, ROME),
  verona: spot(45.43, 10.98, ROME),
  milan: spot(45.49, 9.2, ROME),
  rome: spot(41.8, 12.24, ROME),
  florence: spot(43.81, 11.2, ROME),
  gorizia: spot(45.93, 13.61, ROME),
  // the east
  celje: spot(46.23, 15.27, 'Europe/Ljubljana'),
  novaGorica: spot(45.96, 13.64, 'Europe/Ljubljana'),
  prague: spot(50.08, 14.43, PRAGUE),
  brno: spot(49.19, 16.61, PRAGUE),
  pardubice: spot(50.03, 15.76, PRAGUE),
  hradec: spot(50.21, 15.81, PRAGUE),
  jaromer: spot(50.36, 15.92, PRAGUE),
  budapest: spot(47.5, 19.05, 'Europe/Budapest'),
  warsaw: spot(52.23, 21.0, 'Europe/Warsaw'),
  riga: spot(56.92, 23.97, 'Europe/Riga'),
  moscow: spot(55.97, 37.41, 'Europe/Moscow'),
  // the north
  copenhagen: spot(55.67, 12.56, 'Europe/Copenhagen'),
  malmo: spot(55.61, 13.0, 'Europe/Stockholm'),
  stockholm: spot(59.33, 18.06, 'Europe/Stockholm'),
  oslo: spot(60.19, 11.1, 'Europe/Oslo'),
  helsinki: spot(60.32, 24.96, 'Europe/Helsinki'),
  // the west
  amsterdam: spot(52.35, 4.85, 'Europe/Amsterdam'),
  rotterdam: spot(51.92, 4.47, 'Europe/Amsterdam'),
  utrecht: spot(52.09, 5.11, 'Europe/Amsterdam'),
  groningen: spot(53.21, 6.56, 'Europe/Amsterdam'),
  hook: spot(51.98, 4.13, 'Europe/Amsterdam'),
  brussels: spot(50.85, 4.36, 'Europe/Brussels'),
  ghent: spot(51.04, 3.71, 'Europe/Brussels'),
  luxembourg: spot(49.6, 6.13, 'Europe/Luxembourg'),
  paris: spot(48.88, 2.36, PARIS),
  parisAirport: spot(49.01, 2.55, PARIS),
  rennes: spot(48.1, -1.67, PARIS),
  lyon: spot(45.76, 4.86, PARIS),
  nimes: spot(43.83, 4.37, PARIS),
  avignon: spot(43.92, 4.79, PARIS),
  toulouse: spot(43.61, 1.45, PARIS),
  montpellier: spot(43.6, 3.88, PARIS),
  strasbourg: spot(48.58, 7.73, PARIS),
  courchevel: spot(45.42, 6.63, PARIS),
  london: spot(51.51, -0.13, LONDON),
  gatwick: spot(51.15, -0.19, LONDON),
  luton: spot(51.87, -0.37, LONDON),
  manchester: spot(53.36, -2.27, LONDON),
  glasgow: spot(55.86, -4.26, LONDON),
  ashford: spot(51.14, 0.87, LONDON),
  aberdeen: spot(57.14, -2.09, LONDON),
  lerwick: spot(60.16, -1.16, LONDON),
  scrabster: spot(58.61, -3.54, LONDON),
  stromness: spot(58.96, -3.3, LONDON),
  harwich: spot(51.94, 1.29, LONDON),
  dublin: spot(53.42, -6.27, 'Europe/Dublin'),
  madrid: spot(40.47, -3.56, MADRID),
  almeria: spot(36.84, -2.37, MADRID),
  valencia: spot(39.49, -0.48, MADRID),
  barcelona: spot(41.3, 2.08, MADRID),
  lisbon: spot(38.77, -9.13, 'Europe/Lisbon'),
  azores: spot(37.74, -25.7, 'Atlantic/Azores'),
  // the Americas
  newYork: spot(40.7, -73.9, NEW_YORK),
  boston: spot(42.36, -71.06, NEW_YORK),
  washington: spot(38.94, -77.46, NEW_YORK),
  detroit: spot(42.21, -83.35, 'America/Detroit'),
  miami: spot(25.77, -80.18, NEW_YORK),
  chicago: spot(41.9, -87.8, CHICAGO),
  dallas: spot(32.9, -97.04, CHICAGO),
  sanFrancisco: spot(37.7, -122.39, LOS_ANGELES),
  sanDiego: spot(32.73, -117.19, LOS_ANGELES),
  losAngeles: spot(33.95, -118.4, LOS_ANGELES),
  seattle: spot(47.45, -122.31, LOS_ANGELES),
  portland: spot(45.59, -122.6, LOS_ANGELES),
  montreal: spot(45.47, -73.74, 'America/Toronto'),
  saoPaulo: spot(-23.44, -46.47, 'America/Sao_Paulo'),
  fortaleza: spot(-3.78, -38.53, 'America/Fortaleza'),
  // Africa, Asia, Australia
  johannesburg: spot(-26.14, 28.25, 'Africa/Johannesburg'),
  lome: spot(6.17, 1.25, 'Africa/Lome'),
  dubai: spot(25.25, 55.36, 'Asia/Dubai'),
  abuDhabi: spot(24.43, 54.65, 'Asia/Dubai'),
  delhi: spot(28.64, 77.22, KOLKATA),
  faridabad: spot(28.41, 77.31, KOLKATA),
  pune: spot(18.53, 73.86, KOLKATA),
  ahmedabad: spot(23.08, 72.63, KOLKATA),
  bangalore: spot(13.2, 77.71, KOLKATA),
  tiruchendur: spot(8.49, 78.12, KOLKATA),
  coimbatore: spot(11.0, 76.96, KOLKATA),
  kaohsiung: spot(22.69, 120.31, TAIPEI),
  taichung: spot(24.11, 120.62, TAIPEI),
  shanghai: spot(31.14, 121.81, 'Asia/Shanghai'),
  osaka: spot(34.43, 135.24, 'Asia/Tokyo'),
  tokyo: spot(35.71, 139.8, 'Asia/Tokyo'),
  hongKong: spot(22.31, 113.92, 'Asia/Hong_Kong'),
  kualaLumpur: spot(2.75, 101.71, 'Asia/Kuala_Lumpur'),
  sydney: spot(-33.95, 151.18, 'Australia/Sydney'),
} as const satisfies Record<string, ExpectedSpot>
