import type { Texts } from '#texts/texts.ts'
import type { UploadKind } from '#web/upload-kinds.ts'
import { allPlaces } from '#features/selling/listing-files/stock-of-places.ts'
import type { Fit } from './rank-fits.ts'

/** What a file is taken for, why, and what else it can be. */
export type KindModel = ReturnType<typeof kindModel>

interface Undecided {
  id: string
  name: string
  isTaken: boolean
  /** Most likely first. */
  fits: readonly Fit[]
  /** Those that the member may upload. */
  kinds: readonly UploadKind[]
  chosen: UploadKind | null
  places?: readonly string[]
  locations?: readonly { id: string; name: string }[]
}

export function kindModel(
  { id, name, isTaken, fits, kinds, chosen, places = [], locations = [] }: Undecided,
  texts: Texts,
) {
  const { t } = texts
  const fitting = fits.flatMap(({ kind }) => (kinds.includes(kind) ? kind : []))
  const inOrder = [...new Set([...fitting, ...kinds])].filter((kind) => !isTaken || kind !== chosen)
  return {
    id,
    name,
    // Whether it is being reviewed as `chosen`.
    isTaken,
    // "It has the columns SKU, Price and Quantity."
    why: whyWords(fits[0], texts),
    chosen: isTaken || (chosen !== null && fitting.includes(chosen)) ? chosen : (fitting[0] ?? null),
    kinds: inOrder.map((value) => ({
      value,
      label: t('uploads.kind', { kind: value }),
      hint: t('uploads.kind.next', { kind: value }),
    })),
    // Of a file that has stock at several places; empty for others.
    places:
      places.length === 0
        ? []
        : [
            { value: '', label: t('uploads.places.choose') },
            { value: allPlaces, label: t('uploads.places.all') },
            ...places.map((value) => ({ value, label: value })),
          ],
    // Where a count was made; empty if the shop has one place.
    locations:
      locations.length > 1 && kinds.includes('count') ? locations.map((at) => ({ value: at.id, label: at.name })) : [],
  }
}

const mostNamed = 4

/** What a file shows of its subject: "It has the columns SKU, Price and Quantity: listings." */
function whyWords(fit: Fit | undefined, texts: Texts): string {
  const { t } = texts
  if (!fit) return t('uploads.why.unknown')
  const { kind, names } = fit
  const shown = names.slice(0, mostNamed)
  if (shown.length > 0) return t('uploads.why.columns', { kind, n: shown.length, columns: texts.list(shown) })
  return t('uploads.why.values', { kind })
}
