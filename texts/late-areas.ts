import { loadArea } from './load.client.ts'

/**
 * Areas of the catalogue, by file name, that only a few pages speak: their texts come with these pages. A component may
 * speak them in the browser where every page that it is part of has awaited them; the build holds it.
 */
export const lateAreas = [
  'accounts',
  'after-sale',
  'api-keys',
  'case',
  'cases',
  'fulfilment',
  'listing-form',
  'order',
  'packing',
  'performance',
  'printing',
  'seller-health',
  'ship-calendar',
  'talk',
  'tasks',
  'team',
  'unsent',
  'webhooks',
] as const
export type LateArea = (typeof lateAreas)[number]

/** Areas that come in one file with others, for pages that speak all of them. */
export const joinedAreas: Partial<Record<LateArea, readonly LateArea[]>> = {
  case: ['cases', 'talk'],
  order: ['after-sale', 'fulfilment', 'talk'],
}

/**
 * Awaited at the top of a page's module: in the browser its texts are there before the page is drawn. The server has
 * all texts from the start.
 */
export async function lateTexts(...wanted: LateArea[]): Promise<void> {
  if (typeof document === 'undefined') return
  await Promise.all(wanted.map((area) => loadArea(document.documentElement.lang, area)))
}
