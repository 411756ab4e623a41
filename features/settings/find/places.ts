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
 * shipment". Ranked by name, then section, then other words, of which the first fit best. Without words, the first
 * places.
 */
export function matchPlaces(places: readonly Place[], text: string): Place[] {
  const queryWords = splitWords(text)
  /** Position of the last word that matches; null if one does not. */
  const positionIn = (words: string) => {
    const names = splitWords(words)
    const positions = queryWords.map((word) => names.findIndex((name) => name.startsWith(word)))
    return positions.includes(-1) ? null : Math.max(0, ...positions)
  }
  const ranked = places.flatMap((place) => {
    const { text: name, section, words } = place
    if (positionIn(name) !== null) return [{ place, rank: 0, position: 0 }]
    if (positionIn(`${name} ${section ?? ''}`) !== null) return [{ place, rank: 1, position: 0 }]
    const position = positionIn(`${words ?? ''} ${name} ${section ?? ''}`)
    return position === null ? [] : [{ place, rank: 2, position }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.position - b.position)
    .slice(0, mostPlaces)
    .map(({ place }) => place)
}
