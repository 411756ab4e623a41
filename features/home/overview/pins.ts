import { safeNext } from '#web/safe-next.ts'

export interface Pin {
  /** Path and query of the pinned page. */
  id: string
  /** Empty: the name that the navigation gives the page, in the reader's language. */
  name: string
}

/** As many as a group of the navigation has. */
export const mostPins = 9

export const longestName = 60

/** Pins are read with each request, so their URLs are limited. */
export const isPage = (page: string): boolean => page !== '' && page.length <= 500 && safeNext(page) === page

/** Reads stored pins: pages and names, encoded like a query. */
export const pinsFrom = (stored: string | null): Pin[] =>
  [...new URLSearchParams(stored ?? '')]
    .filter(([id]) => isPage(id))
    .slice(0, mostPins)
    .map(([id, name]) => ({ id, name }))

/** Null without pins. */
export const storedPins = (pins: readonly Pin[]): string | null =>
  new URLSearchParams(pins.map(({ id, name }): [string, string] => [id, name])).toString() || null

/** The pins with another one, last; renamed if the page is pinned already. */
export const pinned = (pins: readonly Pin[], pin: Pin): Pin[] =>
  pins.some(({ id }) => id === pin.id) ? pins.map((each) => (each.id === pin.id ? pin : each)) : [...pins, pin]
