import { wordsIn } from '#lib/words-in.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'

/** A page that one can go to by its name. */
export interface Place {
  text: string
  /** What it is a part of; found by this too. */
  section: string | null
  href: string
  count: NavCount | null
  /** Begins something new there. */
  creates?: boolean
}

/** More stand in nobody's way, but nobody reads them. */
const mostPlaces = 8

/**
 * The places whose words begin with all the words of `text`, in any order and whatever their accents: `ship aw` finds
 * "Awaiting shipment". Those whose own name begins so come first. Of no words, the first places.
 */
export function matchPlaces(places: readonly Place[], text: string): Place[] {
  const asked = wordsIn(text)
  const names = (place: Place) => wordsIn(`${place.text} ${place.section ?? ''}`)
  const matching = places.filter((place) => asked.every((word) => names(place).some((name) => name.startsWith(word))))
  const own = (place: Place) => asked.every((word) => wordsIn(place.text).some((name) => name.startsWith(word)))
  return [...matching.filter(own), ...matching.filter((place) => !own(place))].slice(0, mostPlaces)
}
