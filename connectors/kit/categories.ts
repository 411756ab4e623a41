import type { Connected } from './connected.ts'
import { mapped } from './mapping.ts'

/** A mapping: one category of the shop, or with `shop` null all that are not mapped yet. */
export interface Mapping {
  shop: string | null
  /** Path of the hub's category. */
  category: string
}

/** `categories`: applies `mapping`, if any, and lists the shop's categories with their mapping. */
export async function categories(
  connected: Connected,
  mapping: Mapping | null,
  say: (line: string) => void,
): Promise<void> {
  const { source, hub } = connected
  const counts = new Map<string, number>()
  for await (const { listing } of mapped(source.listings(null)))
    counts.set(listing.category, (counts.get(listing.category) ?? 0) + 1)
  // A category without products may be mapped too.
  if (mapping?.shop && !counts.has(mapping.shop)) counts.set(mapping.shop, 0)
  const before = await hub.call('getCategoryMap', {})
  const { items } = await hub.call('listCategories', {})
  const known = new Map(before.categories.map(({ shop, category }) => [shop, category] as const))
  // A shop may use the hub's own categories.
  for (const { path } of items) if (!known.has(path)) known.set(path, path)
  const open = [...counts.keys()].filter((shop) => !known.has(shop))
  const wanted = mapping === null ? [] : mapping.shop === null ? open : [mapping.shop]
  if (mapping && wanted.length > 0) {
    const added = wanted.map((shop) => ({ shop, category: mapping.category }))
    await hub.changeCategoryMap((map) => [...map.filter(({ shop }) => !wanted.includes(shop)), ...added])
    for (const { shop, category } of added) known.set(shop, category)
    await sendDraftsAgain(connected)
  }
  for (const [shop, count] of counts)
    say(`${String(count).padStart(7)}  ${shop}  ${known.has(shop) ? `is ${known.get(shop)}` : 'is not mapped'}`)
}

/** Sends drafts again, which may have lacked a category. */
async function sendDraftsAgain({ outbox }: Pick<Connected, 'outbox'>): Promise<void> {
  const drafts = (await outbox.listings()).filter(({ state }) => state === 'DRAFT')
  await outbox.keepAll(drafts.map((draft) => ({ ...draft, digest: '' })))
  if (drafts.length > 0) await outbox.keepPlace('listings', null)
}
