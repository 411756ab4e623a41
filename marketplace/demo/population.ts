import { assertDefined } from '#lib/assert-defined.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { cellsOf } from './catalogue.ts'
import places from './content/places.json' with { type: 'json' }

export interface Person {
  username: string
  name: string
  country: string
  addresses: [Address, ...Address[]]
  /** Relative purchase frequency. */
  loyalty: number
}

/** Where a parcel goes; the columns of `addresses`. */
export type Address = ReturnType<typeof makeAddress>

/** What addresses of a country are made of. */
interface Country {
  code: string
  given: readonly string[]
  family: readonly string[]
  /** Whether the family name comes first: 田中 美咲. */
  familyFirst: boolean
  /** `{n}` is the house number. */
  streets: readonly string[]
  houses: readonly [number, number]
  /** A second line that some addresses have. */
  second: readonly string[]
  /** City, region if written, postal code if used: `#` a digit, `@` a letter. */
  cities: readonly (readonly (string | null)[])[]
  /** Phone numbers reserved for fiction; `#` a digit. */
  phone: string | null
}

const list = (text: string) => text.split('; ')

const countries = new Map(
  Object.entries(places).map(([code, { houses, cities, familyFirst, phone, ...lists }]): [string, Country] => {
    const [first = 1, last = first] = houses.split('-').map(Number)
    const names = { given: list(lists.given), family: list(lists.family), familyFirst }
    const streets = { streets: list(lists.streets), houses: [first, last] as const, second: list(lists.second) }
    const parts = list(cities).map((city) => cellsOf(city).map((part) => part || null))
    return [code, { code, ...names, ...streets, cities: parts, phone: phone || null }]
  }),
)

export const countryCodes = [...countries.keys()]

const letters = 'ABDEFGHJLNPQRSTUWXYZ'
const digits = '0123456789'

export interface Census {
  buyers: number
  countries: readonly (readonly [country: string, share: number])[]
  /** Words used in usernames. */
  hobbies: readonly string[]
}

/** Creates buyers in the given country shares, with usernames unique among them and `others`. */
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
    const name = country.familyFirst ? `${family} ${given}` : `${given} ${family}`
    const addresses: Person['addresses'] = [makeAddress(random, country, name)]
    // Some also ship to work or family.
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

function findCountry(code: string): Country {
  return assertDefined(countries.get(code), `the demo has places of ${code}`)
}

/** Parses a person: `username | name | country | relative purchase frequency`. */
export function readPerson(row: string): Person {
  const [username = '', name = '', country = '', loyalty = ''] = cellsOf(row)
  const address = makeAddress(createRandom(`address of ${username}`), findCountry(country), name)
  return { username, name, country, addresses: [address], loyalty: Number(loyalty) }
}

/** Most buy once or twice, a few every other week. */
function makeLoyalty(random: Random): number {
  return random.weighted([
    [1, 78],
    [4, 16],
    [11, 5],
    [30, 1],
  ])
}

function makeAddress(random: Random, country: Country, name: string) {
  const [city, region = null, postalCode = null] = random.pick(country.cities)
  return {
    name,
    line1: random.pick(country.streets).replace('{n}', String(random.int(...country.houses))),
    line2: random.chance(0.22) ? random.pick(country.second) : null,
    city: city ?? '',
    region,
    postal_code: postalCode === null ? null : fillPattern(random, postalCode),
    country: country.code,
    phone: country.phone !== null && random.chance(0.35) ? fillPattern(random, country.phone) : null,
  }
}

/** Replaces `#` by digits and `@` by postal code letters. */
function fillPattern(random: Random, pattern: string): string {
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

/** Lower case without accents, spaces and apostrophes; other scripts are unchanged. */
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
