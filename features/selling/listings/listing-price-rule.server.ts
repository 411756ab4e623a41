import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { rulePrice } from '#features/selling/price-watch/price-rule.ts'
import { changeWords, outcomeWords, ruleWords } from '#features/selling/price-watch/price-rule-words.ts'
import { readChanges, readStop } from '#features/selling/price-watch/price-rules-db.server.ts'
import { readRuledListings, ruleFacts } from '#features/selling/price-watch/rule-facts-db.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { ListingRow } from './listings-list-row.server.ts'

const mostChanges = 5

export type ListingRuleModel = NonNullable<Awaited<ReturnType<typeof listingPriceRule>>>

/** The rule of a listing with its latest changes; null for readers who may not edit, and for what never has one. */
export async function listingPriceRule(
  db: SellerDb,
  { hub, seller, texts }: SellerArgs,
  { id, item_number: item, format, state, has_variations: isVaried }: ListingRow,
) {
  if (!mayDo(seller.role, 'listings.edit') || !mayDo(seller.role, 'amounts.view')) return null
  if (state === 'DRAFT' || format === 'AUCTION' || isVaried) return null
  const { t, money } = texts
  const now = hub.now()
  const [listing] = await readRuledListings(db, seller.id, sql`l.id = ${id}`)
  const rule = listing?.rule ?? null
  const changes = await readChanges(db, seller.id, { listingId: id, most: mostChanges })
  const stoppedAt = rule && (await readStop(db, seller.id))
  const facts = listing && ruleFacts(listing, { now, zone: seller.timeZone })
  const would = rule && facts ? outcomeWords(rule, rulePrice(rule, facts), facts, texts) : null
  return {
    title: t('priceRules.listing'),
    words: rule ? `${ruleWords(rule, texts)}.` : t('priceRules.listing.none'),
    // Why it changes nothing now.
    rests: stoppedAt
      ? t('priceRules.stopped', { when: momentWords(stoppedAt, now, texts) })
      : rule?.state === 'PAUSED'
        ? t('priceRules.state.PAUSED')
        : null,
    // What it would do now.
    next: would && t('priceRules.listing.next', would),
    set: { label: t(rule ? 'priceRules.listing.edit' : 'priceRules.listing.set'), href: paths.priceRule(item) },
    changes: changes.map((change, nth) => {
      const amount = (minor: number) => money({ minor, currency: change.currency })
      return {
        key: change.change_key,
        text: t('priceRules.listing.change', {
          when: momentWords(change.changed_at, now, texts),
          before: amount(change.before_minor),
          after: amount(change.after_minor),
          words: changeWords(change, texts),
        }),
        note: change.undone_by === null ? null : t('priceRules.undone', { name: change.undone_by }),
        undo: nth === 0 && change.undone_at === null ? t('priceRules.step.undo') : null,
      }
    }),
  }
}
