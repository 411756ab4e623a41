import { everywhere, europeanUnion, readPlace } from '#features/core/shipping/shipping-place.ts'
import { countryCodes } from '#lib/iso-codes.ts'
import type { Texts } from '#texts/texts.ts'

type Words = Pick<Texts, 't' | 'country'>

const named = (words: Words): [code: string, name: string][] => [
  [everywhere, words.t('shipping.everywhere')],
  [europeanUnion, words.t('shipping.europeanUnion')],
  ['GB-NIR', words.t('shipping.northernIreland')],
]

/** A place as sellers write it: `United Kingdom`, `Everywhere else`, `GB BT`. */
export function placeName(code: string, words: Words): string {
  const name = named(words).find(([own]) => own === code)?.[1]
  return name ?? (code.length === 2 ? words.country(code) : code)
}

/** Reads places by code or by name in the reader's language. */
export function placeReader(words: Words): (text: string) => string | null {
  const byName = new Map(
    [...countryCodes.map((code) => [code, words.country(code)] as const), ...named(words)].map(
      ([code, name]) => [name.toLowerCase(), code] as const,
    ),
  )
  return (text) => {
    const given = text.trim()
    return byName.get(given.toLowerCase()) ?? readPlace(given.replace(/^UK\b/i, 'GB'))
  }
}
