import type { NewRow } from '#db/schema.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { CatalogueItem } from './catalogue.ts'
import type { RowsByTable } from './insert.ts'
import type { Offer } from './plan.ts'
import { termsOf } from './policies.ts'

export interface ContentKeys {
  seller: NewRow<'sellers'>
  sellerId: number
  listings: ReadonlyMap<Offer, { id: number | null }>
}

/** The seller's policies and the contents of listings. Every second draft is incomplete and has none. */
export function contentRows(offers: readonly Offer[], { seller, sellerId, listings }: ContentKeys): RowsByTable {
  const { policies, choose } = termsOf(seller.username)
  const idOf = (policy: (typeof policies)[number]) => `demo-${policies.indexOf(policy) + 1}`
  const told = offers
    .filter(({ state, index }) => state !== 'DRAFT' || index % 2 === 0)
    .map((offer) => ({
      offer,
      key: {
        seller_id: sellerId,
        listing_id: assertDefined(listings.get(offer)?.id, 'the hub knows the offers it is given'),
      },
    }))
  return {
    seller_policies: policies.map((policy) => ({
      seller_id: sellerId,
      id: idOf(policy),
      ...policy,
      created_at: seller.registered_at,
      version: 1,
    })),
    listing_contents: told.map(({ offer, key }) => ({ ...key, ...contentOf(offer, seller.handling_days ?? 1) })),
    listing_policies: told.flatMap(({ offer, key }) =>
      choose(offer).map((policy) => ({ ...key, kind: policy.kind, policy_id: idOf(policy) })),
    ),
  }
}

function contentOf({ ware, format }: Offer, handlingDays: number) {
  const price = ware.priceMinor
  // Buyers make offers on single pieces.
  const offers = !ware.repeats && format === 'FIXED_PRICE' && price >= 10_000
  return {
    description: descriptionOf(ware),
    aspects: ware.aspects,
    best_offer: offers,
    minimum_offer_minor: offers ? Math.round(price * 0.85) : null,
    auto_accept_minor: offers ? Math.round(price * 0.96) : null,
    ...parcelOf(ware),
    handling_days: handlingDays,
  }
}

/** Packaging: from a product weight in grams, a box in millimetres and its own weight. */
const boxes = [
  { from: 2_500, box: 320, sides: [450, 350, 250] },
  { from: 900, box: 180, sides: [300, 240, 180] },
  { from: 120, box: 70, sides: [220, 160, 100] },
  { from: 0, box: 12, sides: [240, 165, 20] },
] as const

function parcelOf({ grams }: CatalogueItem) {
  const { box, sides } = assertDefined(
    boxes.find(({ from }) => grams >= from),
    'the last is for whatever weighs less',
  )
  const [length_mm, width_mm, height_mm] = sides
  return { weight_grams: grams + box, length_mm, width_mm, height_mm }
}

const grades: Record<CatalogueItem['condition'], string> = {
  NEW: 'New and in its original packaging.',
  LIKE_NEW: 'Hardly used: we find no fault with it.',
  VERY_GOOD: 'Light signs of use, everything works as it should.',
  GOOD: 'Signs of use, everything works as it should.',
  ACCEPTABLE: 'Plain signs of use, and it works.',
  FOR_PARTS: 'For parts or repair: it does not work as it is.',
}

const shelves: Record<string, string> = {
  cameras: 'Checked on the bench: shutter times, light seals, finder and focus.',
  lenses: 'Glass, blades and focus checked against a strong light.',
  film: 'Stored cool, sent from a fresh batch.',
  darkroom: 'For those who still do it themselves.',
  accessories: 'Ask us where you are not sure that it fits: we have the cameras here.',
  meters: 'Compared with our reference meter at three brightnesses.',
  tripods: 'All locks and threads checked.',
}

/** Sanitised HTML, as the form stores it. */
function descriptionOf({ department, condition }: CatalogueItem): string {
  const shelf = shelves[department.key]
  if (!shelf) return '<p>Neu, sorgfältig verpackt, aus unserem Laden am Hafen.</p>'
  return `<p>${grades[condition]} ${shelf}</p>\n<ul><li>What the pictures show is included.</li></ul>`
}
