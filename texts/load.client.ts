import type { Messages } from '@lingui/core'
import type { LazyArea } from './lazy-areas.ts'
import { pseudoLocale } from './texts.ts'

/** Messages loaded by this page. Texts hold this same object, so that areas loaded later appear in it. */
const catalogue: Messages = {}

/** Loads the compiled messages that every page may need, for the page's locale only. */
export async function loadMessages(locale: string): Promise<Messages> {
  const { messages } = locale === 'de' ? await import('./de.ts') : await import('./en.ts')
  return add(locale, compiled(messages))
}

const areas: Record<LazyArea, Record<'de' | 'en', () => Promise<object>>> = {
  accounts: { de: () => import('./de/accounts.ts'), en: () => import('./en/accounts.ts') },
  'after-sale': { de: () => import('./de/after-sale.ts'), en: () => import('./en/after-sale.ts') },
  'api-keys': { de: () => import('./de/api-keys.ts'), en: () => import('./en/api-keys.ts') },
  case: { de: () => import('./de/case.ts'), en: () => import('./en/case.ts') },
  cases: { de: () => import('./de/cases.ts'), en: () => import('./en/cases.ts') },
  costs: { de: () => import('./de/costs.ts'), en: () => import('./en/costs.ts') },
  disputes: { de: () => import('./de/disputes.ts'), en: () => import('./en/disputes.ts') },
  fulfilment: { de: () => import('./de/fulfilment.ts'), en: () => import('./en/fulfilment.ts') },
  'listing-form': { de: () => import('./de/listing-form.ts'), en: () => import('./en/listing-form.ts') },
  order: { de: () => import('./de/order.ts'), en: () => import('./en/order.ts') },
  packing: { de: () => import('./de/packing.ts'), en: () => import('./en/packing.ts') },
  payments: { de: () => import('./de/payments.ts'), en: () => import('./en/payments.ts') },
  'payout-settings': { de: () => import('./de/payout-settings.ts'), en: () => import('./en/payout-settings.ts') },
  performance: { de: () => import('./de/performance.ts'), en: () => import('./en/performance.ts') },
  printing: { de: () => import('./de/printing.ts'), en: () => import('./en/printing.ts') },
  'sales-report': { de: () => import('./de/sales-report.ts'), en: () => import('./en/sales-report.ts') },
  reconcile: { de: () => import('./de/reconcile.ts'), en: () => import('./en/reconcile.ts') },
  'seller-health': { de: () => import('./de/seller-health.ts'), en: () => import('./en/seller-health.ts') },
  'ship-calendar': { de: () => import('./de/ship-calendar.ts'), en: () => import('./en/ship-calendar.ts') },
  statements: { de: () => import('./de/statements.ts'), en: () => import('./en/statements.ts') },
  talk: { de: () => import('./de/talk.ts'), en: () => import('./en/talk.ts') },
  tasks: { de: () => import('./de/tasks.ts'), en: () => import('./en/tasks.ts') },
  team: { de: () => import('./de/team.ts'), en: () => import('./en/team.ts') },
  unsent: { de: () => import('./de/unsent.ts'), en: () => import('./en/unsent.ts') },
  webhooks: { de: () => import('./de/webhooks.ts'), en: () => import('./en/webhooks.ts') },
}

/** Loads the compiled messages of a lazy area. */
export async function loadArea(locale: string, area: LazyArea): Promise<void> {
  const module = await areas[area][locale === 'de' ? 'de' : 'en']()
  for (const messages of Object.values(module)) await add(locale, compiled(messages))
}

async function add(locale: string, messages: Messages): Promise<Messages> {
  const pseudo = locale === pseudoLocale ? await import('./pseudo.ts') : null
  return Object.assign(catalogue, pseudo ? pseudo.pseudoMessages(messages) : messages)
}

/** In the browser bundle, message modules contain compiled messages: see `compile-plugin.ts`. */
function compiled(messages: unknown): Messages {
  return messages as Messages
}
