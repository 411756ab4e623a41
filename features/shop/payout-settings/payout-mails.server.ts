import type { Row } from '#db/schema.ts'
import type { AccountsHub } from '#features/shop/accounts/accounts-hub.ts'
import { addresseesOf } from '#features/shop/team/team-db.server.ts'
import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'

/** Tells a shop's other owners by mail that its bank account changes, each in their language. */
export async function mailAccountChange(
  hub: Pick<AccountsHub, 'db' | 'mailer' | 'config'>,
  {
    seller,
    by,
    account,
    locale,
  }: {
    seller: { id: number; displayName: string; timeZone: string }
    by: { id: string; name: string }
    account: Row<'payout_accounts'>
    /** Language of members without a preference. */
    locale: string
  },
): Promise<void> {
  if (!hub.mailer.canSend) return
  const owners = await addresseesOf(hub.db.owner, { sellerId: seller.id, besides: [] })
  for (const owner of owners.filter(({ id }) => id !== by.id)) {
    const texts = textsFor(owner.locale ?? locale, seller.timeZone)
    const values = {
      name: oneLine(owner.name),
      by: oneLine(by.name),
      shop: oneLine(seller.displayName),
      hub: hub.config.brand.name,
      date: texts.moment(account.effective_at, 'full'),
      bank: oneLine(account.bank_name),
      last4: account.last4,
      link: new URL(paths.payoutSettings, hub.config.publicUrl).href,
    }
    hub.mailer.send(async () => ({
      to: owner.email,
      subject: texts.t('payoutSettings.mail.subject', values),
      text: texts.t('payoutSettings.mail.text', values),
    }))
  }
}
