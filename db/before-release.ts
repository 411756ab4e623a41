/** Before the first release the schema was made by these; then they were written anew, as `0001-accounts` to `0010-messages`. */
export const formerMigrations: readonly string[] = [
  '0001-accounts',
  '0002-catalogue',
  '0003-orders',
  '0004-derived',
  '0005-imports',
  '0006-feedback-weeks',
  '0007-opt-out',
  '0008-messages',
  '0009-tracking',
  '0010-listings',
  '0011-listing-form',
  '0012-pictures',
  '0013-product-summary',
  '0014-faster-lists',
  '0015-search-pattern',
  '0016-sales-hours',
  '0017-policy-versions',
  '0018-locked-derivation',
  '0019-derived-alone',
  '0020-search-names',
  '0021-view-ids',
  '0022-kept-messages',
  '0023-listing-words',
  '0024-policy-ids',
]

/** The database was last used by a hub from before the first release. */
export class BeforeReleaseError extends Error {
  constructor() {
    super(
      'The database was last used by a Seller Hub from before the first release, whose tables are not upgraded in place: make a backup with that version (npm run hub -- backup <file>), then bring it into this one (npm run hub -- restore <file>).',
    )
    this.name = 'BeforeReleaseError'
  }
}

/** Whether these are migrations of a hub from before the first release. */
export function isBeforeRelease(names: readonly string[]): boolean {
  return names.includes('0004-derived') && names.every((name) => formerMigrations.includes(name))
}

/**
 * The migrations of `known` that make tables for the rows of tables made by `names`: the baseline for all of the former
 * ones, else `names` themselves.
 */
export function takeRowsOf(names: readonly string[], known: readonly string[]): readonly string[] {
  const isWhole = isBeforeRelease(names) && names.length === formerMigrations.length
  return isWhole ? known.filter((name) => name <= '0010-messages') : names
}
