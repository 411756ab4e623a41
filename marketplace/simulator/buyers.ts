import { createRandom, type Random } from '#lib/random.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { countryCodes, makePopulation } from '../demo/population.ts'

export interface Buyer {
  /** Marketplace id. */
  id: string
  username: string
  name: string
  country: string
  address: {
    name: string
    line1: string | null
    line2: string | null
    city: string
    region: string | null
    postalCode: string | null
    country: string
    phone: string | null
  }
}

export type Homes = readonly (readonly [country: string, share: number])[]

const hobbies = [
  'film',
  'books',
  'vinyl',
  'garden',
  'maps',
  'paper',
  'tea',
  'bikes',
  'lens',
  'yarn',
  'clocks',
  'stamps',
]
const atHome = 88
const abroad = 12

/** Most buyers live in the sellers' countries; some in every other country of the demo. */
export function homesOf(sellers: readonly { country: string }[]): Homes {
  const known = sellers.filter(({ country }) => countryCodes.includes(country))
  return countryCodes.map((code) => {
    const own = known.filter(({ country }) => country === code).length
    return [code, (known.length > 0 ? (atHome * own) / known.length : 0) + abroad / countryCodes.length] as const
  })
}

/** The buyer with a number; deterministic per story. */
export function buyerOf(story: string, number: number, homes: Homes): Buyer {
  const random = createRandom(`${story} buyer ${number}`)
  const [found] = makePopulation(random, { buyers: 1, countries: homes, hobbies })
  const person = assertDefined(found, 'one was asked for')
  const { postal_code: postalCode, ...address } = person.addresses[0]
  // Suffixed to be unique in the hub.
  const username = `${person.username}.${number}`
  const id = `${story}-b${number}`
  return { id, username, name: person.name, country: person.country, address: { ...address, postalCode } }
}

/** The buyer of an order: new, or in every third order a returning one. */
export function buyerNumber(random: Random, order: number): number {
  return order > 1 && random.chance(0.3) ? random.int(1, order - 1) : order
}
