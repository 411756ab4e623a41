import { splitWords } from '#lib/split-words.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'

export interface Place {
  text: string
  /** Its section, also searched. */
  section: string | null
  href: string
  count: NavCount | null
  /** Additional search words; never shown. */
  words?: string
  creates?: boolean
}

const mostPlaces = 8

/**
 * Places that match all words of `text` by prefix, in any order and ignoring accents: `ship aw` finds "Awaiting
 * shipment". Ranked by name, then section, then other words. Without words, the first places.
 */
export function matchPlaces(places: readonly Place[], text: string): Place[] {
  const queryWords = splitWords(text)
  const matches = (words: string) => {
    const names = splitWords(words)
    return queryWords.every((word) => names.some((name) => name.startsWith(word)))
  }
  const ranks = [
    ({ text: name }: Place) => name,
    ({ text: name, section }: Place) => `${name} ${section ?? ''}`,
    ({ text: name, section, words }: Place) => `${name} ${section ?? ''} ${words ?? ''}`,
  ]
  const rankOf = (place: Place) => ranks.findIndex((wordsOf) => matches(wordsOf(place)))
  const ranked = places.map((place) => ({ place, rank: rankOf(place) })).filter(({ rank }) => rank >= 0)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostPlaces)
    .map(({ place }) => place)
}
