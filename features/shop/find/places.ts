import { wordsIn } from '#lib/words-in.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'

/** A page that one can go to by its name. */
export interface Place {
  text: string
  /** What it is a part of; found by this too. */
  section: string | null
  href: string
  count: NavCount | null
  /** Other words by which it is found; nobody sees them. */
  words?: string
  /** Begins something new there. */
  creates?: boolean
}

/** More stand in nobody's way, but nobody reads them. */
const mostPlaces = 8

/**
 * The places whose words begin with all the words of `text`, in any order and whatever their accents: `ship aw` finds
 * "Awaiting shipment". Those whose own name begins so come first, then those of such a section, then those known by other words (`words`). Of no
 * words, the first places.
 */
export function matchPlaces(places: readonly Place[], text: string): Place[] {
  const asked = wordsIn(text)
  const says = (words: string) => {
    const names = wordsIn(words)
    return asked.every((word) => names.some((name) => name.startsWith(word)))
  }
  const ranks = [
    ({ text: name }: Place) => name,
    ({ text: name, section }: Place) => `${name} ${section ?? ''}`,
    ({ text: name, section, words }: Place) => `${name} ${section ?? ''} ${words ?? ''}`,
  ]
  const rankOf = (place: Place) => ranks.findIndex((wordsOf) => says(wordsOf(place)))
  const ranked = places.map((place) => ({ place, rank: rankOf(place) })).filter(({ rank }) => rank >= 0)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostPlaces)
    .map(({ place }) => place)
}
