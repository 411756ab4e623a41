/** The migrations before they were regrouped by subject, as `0001-sellers` to `0011-operator`, for the first release. */
export const formerMigrations: readonly string[] = [
  '0001-accounts',
  '0002-catalogue',
  '0003-listings',
  '0004-pictures',
  '0005-orders',
  '0006-order-states',
  '0007-sums',
  '0008-search',
  '0009-product-summary',
  '0010-messages',
  '0011-undos',
  '0012-fulfilment',
  '0013-printing',
  '0014-counted-searches',
  '0015-invoices',
  '0016-packing',
  '0017-tracking-uploads',
  '0018-refunds',
  '0019-cancellations',
  '0020-order-notes',
  '0021-conversations',
  '0022-ship-calendars',
  '0023-task-mails',
  '0024-cases',
  '0025-tracking-columns',
  '0026-private-pictures',
  '0027-stock',
  '0028-marketplace-api',
  '0029-pushed-orders',
  '0030-changes',
  '0031-from-the-marketplace',
  '0032-stock-of-orders',
  '0034-events',
  '0035-webhooks',
  '0036-credit-notes',
  '0040-live',
  '0041-sellers-tools',
  '0042-tools-listings',
  '0045-less-work',
  '0047-out-of-stock',
  '0048-feedback-replies',
  '0049-intake',
  '0051-feedback-before',
  '0053-problems-of-a-row',
  '0057-words-of-a-tab',
  '0058-visible-pages',
  '0059-sums-of-countries-and-amounts',
  '0060-unpaid-orders',
  '0062-paid-in-part',
  '0064-views-of-any-list',
  '0066-webhooks-wait',
  '0067-sellers-by-name',
  '0068-what-an-answer-had-seen',
  '0069-holidays-of-several-days',
  '0071-what-was-paid',
  '0072-refunds-settled',
  '0074-one-second-factor',
  '0076-names-of-policies',
  '0077-confirmed-as-judged',
  '0078-mails-of-a-role',
  '0079-most-views-of-a-list',
  '0080-events-placed-at',
  '0081-plain-tracking-numbers',
  '0082-first-scans',
  '0083-messages-behind-a-mark',
  '0087-rows-name-their-seller',
  '0088-buyer-erasures',
  '0091-tracking-files-reviewed',
  '0094-cancelled-units',
  '0098-people-of-orders',
  '0099-addresses-changed',
  '0100-oversold',
  '0104-search-by-anything',
  '0110-team',
  '0111-words-of-conversations',
]

/** The last migration that replaced them. */
const lastRegrouped = '0011-operator'

/** The database is from before the first release and lacks some of its migrations. */
export class BeforeReleaseError extends Error {
  constructor() {
    super(
      'The database was last used by a Seller Hub from before the first release, and lacks some migrations that this version has in another form only: start the last version before the first release with it once, then this one. A database for development can be made anew.',
    )
    this.name = 'BeforeReleaseError'
  }
}

/** Whether the migrations are of a hub from before the first release. */
export function isBeforeRelease(names: readonly string[]): boolean {
  return names.includes('0001-accounts')
}

/**
 * Maps applied migrations to this program's names. If all former ones were applied, the schema equals the one made by
 * their replacements in `known`.
 * @throws BeforeReleaseError if some of the former ones are missing
 */
export function regroupedNames(names: readonly string[], known: readonly string[]): readonly string[] {
  if (!isBeforeRelease(names)) return names
  if (!formerMigrations.every((name) => names.includes(name))) throw new BeforeReleaseError()
  const later = names.filter((name) => !formerMigrations.includes(name))
  return [...known.filter((name) => name <= lastRegrouped), ...later]
}
