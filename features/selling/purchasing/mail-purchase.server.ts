import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { purchaseCsv } from './purchase-file.server.ts'
import { expectedText } from './purchase-words.ts'
import { storePurchase, type PurchaseLine, type PurchaseRow } from '#features/selling/purchases/purchases-db.server.ts'

/**
 * Mails an order to its supplier, with the lines as text and as CSV file. It is marked as mailed before it is sent, so
 * that two members send one. Returns whether the mail server took it.
 */
export async function mailPurchase(
  {
    hub,
    seller,
    member,
    texts: reader,
    write,
  }: Pick<SellerActionArgs, 'hub' | 'seller' | 'member' | 'texts' | 'write'>,
  { purchase, lines }: { purchase: PurchaseRow; lines: readonly PurchaseLine[] },
): Promise<boolean> {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { t, number, money } = texts
  const { currency, po_number: order, supplier_email: to } = purchase
  const text = lines.map((line) =>
    [
      line.code ?? line.sku,
      line.title,
      line.price_minor === null
        ? number(line.ordered_units)
        : t('purchases.mail.priced', {
            n: number(line.ordered_units),
            price: money({ minor: line.price_minor, currency }),
          }),
    ].join(' · '),
  )
  const wanted = expectedText(purchase.expected_on, texts)
  try {
    await hub.mailer.deliver({
      to: to ?? '',
      replyTo: member.email,
      subject: oneLine(t('purchases.mail.subject', { order, shop: seller.displayName })),
      text: [
        t('purchases.mail.intro', { order, shop: seller.displayName }),
        text.join('\n'),
        ...(wanted === null ? [] : [t('purchases.mail.expected', { day: wanted })]),
        ...(purchase.note === null ? [] : [purchase.note]),
        seller.displayName,
      ].join('\n\n'),
      attachments: [{ filename: `${order}.csv`, content: purchaseCsv({ purchase, lines, seesMoney: true }, texts) }],
    })
    return true
  } catch (error) {
    hub.log.warn({ err: error, seller: seller.id }, 'a purchase order could not be mailed')
    await write((db) =>
      storePurchase(db, {
        sellerId: seller.id,
        purchase: { ...purchase, version: purchase.version + 1 },
        change: { mailed_at: null },
      }),
    )
    return false
  }
}
