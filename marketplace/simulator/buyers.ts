import { createRandom, type Random } from '#lib/random.ts'
import { certain } from '#lib/certain.ts'
import { countries } from '../demo/people/places.ts'
import { makePopulation } from '../demo/people/population.ts'

/** Somebody who buys. */
export interface Buyer {
  /** Their id in the marketplace. */
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

/** Where buyers live, and how many beside each other. */
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

/** Most live where the sellers are, in the shares of those; some in every other country whose people the demo knows. */
export function homesOf(sellers: readonly { country: string }[]): Homes {
  const known = sellers.filter(({ country }) => countries.some(({ code }) => code === country))
  return countries.map(({ code }) => {
    const own = known.filter(({ country }) => country === code).length
    return [code, (known.length > 0 ? (atHome * own) / known.length : 0) + abroad / countries.length] as const
  })
}

/** The buyer of a number, the same for the same story. */
export function buyerOf(story: string, number: number, homes: Homes): Buyer {
  const random = createRandom(`${story} buyer ${number}`)
  const [found] = makePopulation(random, { buyers: 1, countries: homes, hobbies })
  const person = certain(found, 'one was asked for')
  const { postal_code: postalCode, ...address } = person.addresses[0]
  // Told apart from whoever else the hub knows by that name.
  const username = `${person.username}.${number}`
  const id = `${story}-b${number}`
  return { id, username, name: person.name, country: person.country, address: { ...address, postalCode } }
}

/** Who places the order of a number: somebody new, or in every third somebody who was there before. */
export function buyerNumber(random: Random, order: number): number {
  return order > 1 && random.chance(0.3) ? random.int(1, order - 1) : order
}
