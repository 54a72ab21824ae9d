/** RULES 6.5: the fixed words in names of trips, in each language. */
import type { Language } from './language.js'

export interface TripWords {
  /** Cities of a day trip, and the like. */
  dayTrip: (cities: string) => string
  staycation: (city: string) => string
  move: (city: string) => string
  /** Ports in order; `ship` is null if it is not known. */
  cruise: (ports: string, ship: string | null) => string
  /** A cruise that returns to its only known port. */
  cruiseFrom: (port: string, ship: string | null) => string
  /** A trip without segments. */
  empty: string
}

/** A piece of text with the ship, if it is known. */
const on = (word: string, ship: string | null): string => (ship === null ? '' : ` ${word} ${ship}`)

export const TRIP_WORDS: Readonly<Record<Language, TripWords>> = {
  en: {
    dayTrip: (cities) => `Day trip to ${cities}`,
    staycation: (city) => `Staycation in ${city}`,
    move: (city) => `Move to ${city}`,
    cruise: (ports, ship) => `Cruise ${ports}${on('on', ship)}`,
    cruiseFrom: (port, ship) => `Cruise from ${port}${on('on', ship)}`,
    empty: 'New trip',
  },
  de: {
    dayTrip: (cities) => `Tagesausflug nach ${cities}`,
    staycation: (city) => `Urlaub zu Hause in ${city}`,
    move: (city) => `Umzug nach ${city}`,
    cruise: (ports, ship) => `Kreuzfahrt ${ports}${on('mit', ship)}`,
    cruiseFrom: (port, ship) => `Kreuzfahrt ab ${port}${on('mit', ship)}`,
    empty: 'Neue Reise',
  },
  fr: {
    dayTrip: (cities) => `Excursion d’une journée : ${cities}`,
    staycation: (city) => `Vacances à la maison : ${city}`,
    move: (city) => `Déménagement : ${city}`,
    cruise: (ports, ship) => `Croisière ${ports}${on('sur', ship)}`,
    cruiseFrom: (port, ship) => `Croisière au départ de ${port}${on('sur', ship)}`,
    empty: 'Nouveau voyage',
  },
  es: {
    dayTrip: (cities) => `Excursión de un día a ${cities}`,
    staycation: (city) => `Vacaciones en casa en ${city}`,
    move: (city) => `Mudanza a ${city}`,
    cruise: (ports, ship) => `Crucero ${ports}${on('en', ship)}`,
    cruiseFrom: (port, ship) => `Crucero desde ${port}${on('en', ship)}`,
    empty: 'Nuevo viaje',
  },
  it: {
    dayTrip: (cities) => `Gita di un giorno: ${cities}`,
    staycation: (city) => `Vacanza a casa: ${city}`,
    move: (city) => `Trasloco: ${city}`,
    cruise: (ports, ship) => `Crociera ${ports}${on('su', ship)}`,
    cruiseFrom: (port, ship) => `Crociera da ${port}${on('su', ship)}`,
    empty: 'Nuovo viaggio',
  },
  pt: {
    dayTrip: (cities) => `Passeio de um dia: ${cities}`,
    staycation: (city) => `Férias em casa: ${city}`,
    move: (city) => `Mudança para ${city}`,
    cruise: (ports, ship) => `Cruzeiro ${ports}${on('no', ship)}`,
    cruiseFrom: (port, ship) => `Cruzeiro a partir de ${port}${on('no', ship)}`,
    empty: 'Nova viagem',
  },
  nl: {
    dayTrip: (cities) => `Dagtocht naar ${cities}`,
    staycation: (city) => `Vakantie thuis in ${city}`,
    move: (city) => `Verhuizing naar ${city}`,
    cruise: (ports, ship) => `Cruise ${ports}${on('met', ship)}`,
    cruiseFrom: (port, ship) => `Cruise vanaf ${port}${on('met', ship)}`,
    empty: 'Nieuwe reis',
  },
}
