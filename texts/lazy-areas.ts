import { loadArea, type AreaModules } from './load.client.ts'

/**
 * Text areas, by file name, that only a few pages use and load. A component may use them if all its pages have awaited
 * them; the build verifies that.
 */
export const lazyAreas = [
  'accounts',
  'after-sale',
  'api-keys',
  'bulk-edit',
  'case',
  'cases',
  'connections',
  'costs',
  'disputes',
  'fulfilment',
  'inventory',
  'labels',
  'listing-form',
  'moving-in',
  'offers',
  'operations',
  'order',
  'packing',
  'payments',
  'payout-settings',
  'performance',
  'price-rules',
  'printing',
  'purchasing',
  'sale-events',
  'sales-report',
  'scanning',
  'reconcile',
  'reports',
  'research',
  'seller-health',
  'ship-calendar',
  'shipping',
  'statements',
  'talk',
  'tasks',
  'team',
  'time-away',
  'unsent',
  'unusable',
  'uploads',
  'webhooks',
] as const
export type LazyArea = (typeof lazyAreas)[number]

/** Areas bundled in one file for pages that use all of them. */
export const joinedAreas: Partial<Record<LazyArea, readonly LazyArea[]>> = {
  case: ['cases', 'talk'],
  order: ['after-sale', 'fulfilment', 'talk'],
}

/**
 * Await at the top of a page's module: the browser loads the texts before rendering. The server always has them all. The
 * build adds the areas' modules to the call (`compile-plugin.ts`), so that a page names only its own.
 */
export async function loadTexts(...wanted: (LazyArea | Readonly<Record<string, AreaModules>>)[]): Promise<void> {
  if (typeof document === 'undefined') return
  const modules = wanted.flatMap((each) => (typeof each === 'string' ? [] : Object.values(each)))
  await Promise.all(modules.map((each) => loadArea(document.documentElement.lang, each)))
}
