import { feesOfShop, type FeePack } from '#features/core/fees/fee.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { loadTransaction, type PostingRow, type TransactionDetails } from './transaction-details-db.server.ts'
import { parseTransactionNumber } from './transaction.ts'
import { transactionsList } from './transactions-list.server.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { FactModel } from '#web/facts.tsx'
import { isReason, marketplaceTax, postingWords } from './posting-words.ts'
import { aboutWords, dayWords, placeWords } from './transaction-words.ts'

/** Reads the transaction in the URL and the postings behind it; 404 if the seller has none. */
export async function readTransactionPage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const number = parseTransactionNumber(url.searchParams.get('transaction'))
  const found = number && (await read((db) => loadTransaction(db, seller.id, number)))
  if (!found) throw refuse('not-found')
  const texts = textsFor(reader.locale, seller.timeZone)
  const list = openFrom(transactionsList, paths.transactions, url.searchParams.get('from') ?? '', visit)
  return {
    model: transactionModel(found, {
      now: hub.now(),
      texts,
      pack: feesOfShop(hub.config.policyPack, { country: seller.country, currency: found.row.currency }),
    }),
    back: backToList(transactionsList, list, texts),
  }
}

interface ViewFor {
  now: Date
  texts: Texts
  pack: FeePack | null
}

function transactionModel(
  { row, postings }: { row: TransactionDetails; postings: readonly PostingRow[] },
  { now, texts, pack }: ViewFor,
) {
  const { t } = texts
  const { currency } = row
  const money = (minor: number) => texts.money({ minor, currency })
  const tax = marketplaceTax(postings)
  const words = { all: postings, pack, schedule: row.fee_schedule, currency, texts }
  return {
    title: t('payments.transaction.title', { kind: t(`payments.kind.${row.kind}`), net: money(row.net_minor) }),
    /** Time zone of all times. */
    note: t('common.zone', { zone: texts.zoneName(now) }),
    place: placeWords(row, { now, texts }),
    facts: factsOf(row, now, texts),
    /** Amounts that the seller earned or paid, line by line. */
    rows: postings.filter(isReason).map((posting, key) => ({
      key,
      what: postingWords(posting, words),
      item: posting.title,
      // A credit is what the seller earned.
      amount: money(-posting.amount_minor),
    })),
    /** The sum of the rows. */
    net: money(row.net_minor),
    /** Tax that the marketplace collected, which is not in the rows; null if none. */
    tax: tax === 0 ? null : t('payments.transaction.tax', { amount: money(Math.abs(tax)) }),
  }
}

function factsOf(row: TransactionDetails, now: Date, texts: Texts): FactModel[] {
  const { t } = texts
  const about = aboutWords(row, texts)
  const { order_number: order, buyer_username: buyer, hold_release_at: release } = row
  const { payout_number: payout, payout_initiated_at: paidAt } = row
  return [
    { label: t('payments.column.time'), text: momentWords(row.happened_at, now, texts) },
    ...(order === null ? [] : [{ label: t('word.order'), text: order, href: paths.orderDetails(order) }]),
    ...(buyer === null ? [] : [{ label: t('word.buyer'), text: shownBuyer(buyer, texts) }]),
    ...(about === null ? [] : [{ label: t('payments.column.what'), text: about }]),
    ...(row.hold_reason === null
      ? []
      : [{ label: t('payments.hold.why'), text: t(`payments.hold.${row.hold_reason}`) }]),
    ...(release === null ? [] : [{ label: t('payments.hold.released'), text: momentWords(release, now, texts) }]),
    ...(payout === null || paidAt === null
      ? []
      : [
          { label: t('payments.column.payout'), text: dayWords(paidAt, now, texts), href: paths.payoutDetails(payout) },
        ]),
    { label: t('payments.column.number'), text: row.transaction_number },
  ]
}
