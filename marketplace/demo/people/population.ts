import type { Random } from '#lib/random.ts'
import { countries, type Country } from './places.ts'

/** A buyer as the demo's orders know them. */
export interface Person {
  username: string
  name: string
  country: string
  addresses: [Address, ...Address[]]
  /** How often they buy beside the others. */
  loyalty: number
}

/** Where a parcel goes; the columns of `addresses`. */
export interface Address {
  name: string
  line1: string | null
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
  phone: string | null
}

const letters = 'ABDEFGHJLNPQRSTUWXYZ'
const digits = '0123456789'
/** What a population is made of. */
export interface Census {
  buyers: number
  countries: readonly (readonly [country: string, share: number])[]
  /** Words that their usernames play with. */
  hobbies: readonly string[]
}

/** Makes so many buyers, countries in the shares given, usernames different from each other and from those of `others`. */
export function makePopulation(
  random: Random,
  { buyers, countries: shares, hobbies }: Census,
  others: readonly Person[] = [],
): Person[] {
  const taken = new Set(others.map(({ username }) => username))
  return Array.from({ length: buyers }, () => {
    const country = findCountry(random.weighted(shares))
    const given = random.pick(country.given)
    const family = random.pick(country.family)
    const name = country.nameOrder === 'family-first' ? `${family} ${given}` : `${given} ${family}`
    const addresses: Person['addresses'] = [makeAddress(random, country, name)]
    // Some have parcels sent to work or to family too.
    if (random.chance(0.07)) addresses.push(makeAddress(random, country, name))
    return {
      username: makeUsername(random, { given, family, hobbies }, taken),
      name,
      country: country.code,
      addresses,
      loyalty: makeLoyalty(random),
    }
  })
}

/** A country of the demo by its code. Throws where the demo has none of that code. */
export function findCountry(code: string): Country {
  const country = countries.find((entry) => entry.code === code)
  if (!country) throw new Error(`no such country in the demo: ${code}`)
  return country
}

/** Most buy once or twice, a few come back every other week. */
function makeLoyalty(random: Random): number {
  return random.weighted([
    [1, 78],
    [4, 16],
    [11, 5],
    [30, 1],
  ])
}

/** An address in the country, written as it is written there. */
export function makeAddress(random: Random, country: Country, name: string): Address {
  const [city, region, postalCode] = random.pick(country.cities)
  return {
    name,
    line1: random.pick(country.streets).replace('{n}', String(random.int(...country.houses))),
    line2: random.chance(0.22) ? random.pick(country.second) : null,
    city,
    region,
    postal_code: postalCode === null ? null : fillPattern(random, postalCode),
    country: country.code,
    phone: country.phone !== null && random.chance(0.35) ? fillPattern(random, country.phone) : null,
  }
}

/** Replaces each `#` by a digit and each `@` by a letter as postal codes have them. */
export function fillPattern(random: Random, pattern: string): string {
  return pattern.replaceAll(/[#@]/g, (mark) => random.pick([...(mark === '#' ? digits : letters)]))
}

function makeUsername(
  random: Random,
  { given, family, hobbies }: { given: string; family: string; hobbies: readonly string[] },
  taken: Set<string>,
): string {
  const first = plain(given)
  const last = plain(family)
  const candidates = [
    `${[...first][0]}.${last}`,
    `${first}_${last}`,
    `${first}${random.int(50, 99)}`,
    `${last}.${random.pick(hobbies)}`,
    `${random.pick(hobbies)}_${first}`,
    `${first}.${last}${random.int(1, 99)}`,
  ]
  let name = random.pick(candidates)
  while (taken.has(name)) name = `${name}${random.int(0, 9)}`
  taken.add(name)
  return name
}

/** In lower case without accents, spaces and apostrophes; other scripts stay as they are. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f' ]/g, '')
    .normalize('NFC')
}
