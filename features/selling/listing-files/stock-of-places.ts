import { readStockPlaces } from './stock-places.ts'

/** Choice of the stock of all places together. */
export const allPlaces = '*'

interface Taking {
  /** Place of the file that the seller chose; `allPlaces` for all. */
  place: string | null
  /** Name of the shop's location that the file is about; null if that is open. */
  own?: string | null
  /** Names of the shop's locations, of which a file of listings knows nothing. */
  locations?: readonly string[]
}

type Taken = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'places' | 'ownPlaces' }

/** Takes what counts of a file of stock; refused until it is said if it names several places of a SKU, or other ones than `own`. */
export async function takeStock(bytes: Uint8Array, { place, own = null, locations = [] }: Taking): Promise<Taken> {
  const stock = await readStockPlaces(bytes)
  if (!stock || (!stock.isSeveral && own === null))
    return { ok: true, bytes: stock?.isByColumn ? stock.take(null) : bytes }
  const { places, take } = stock
  const isOne = (names: readonly string[], name: string) =>
    names.some((each) => each.toLowerCase() === name.toLowerCase())
  const there = places.find((each) => own !== null && isOne([own], each))
  if (there !== undefined) return { ok: true, bytes: take(there) }
  // Their sum would leave what is at each as it was.
  if (places.some((each) => isOne(locations, each))) return { ok: false, reason: 'ownPlaces' }
  if (place === allPlaces) return { ok: true, bytes: take(null) }
  return place !== null && places.includes(place) ? { ok: true, bytes: take(place) } : { ok: false, reason: 'places' }
}
