import { countryOptions } from '#features/orders/order-address/address-panel-view.ts'
import { toDecimal } from '#lib/money.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { senderParts } from './change-label-settings.server.ts'
import { readAccounts, readLabelSettings } from './label-accounts-db.server.ts'
import { labelWebhookUrl } from './label-webhook.server.ts'

/** The settings as their form shows them, and the accounts without their secrets. */
export async function labelSettingsModel({ hub, read, seller, texts: reader }: SellerArgs) {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { settings, accounts } = await read(async (db) => ({
    settings: await readLabelSettings(db, seller.id),
    accounts: await readAccounts(db, seller.id),
  }))
  const limit = settings?.daily_limit_minor ?? null
  return {
    sender: Object.fromEntries(senderParts.map((part) => [part, settings?.[part] ?? ''])),
    countries: countryOptions(texts),
    country: settings?.country ?? seller.country,
    format: settings?.format ?? 'PDF_A6',
    shipsAt: settings?.ships_at ?? 'TOLD',
    limit: limit === null ? '' : texts.typed(toDecimal({ minor: limit, currency: seller.currency })),
    currency: seller.currency,
    begun: formBaseline(settings ?? null),
    accounts: accounts.map((account) => ({
      key: account.account_key,
      name: account.name,
      provider: account.provider,
      url: account.url,
      checked: texts.moment(account.checked_at, 'dateTime'),
      problem: account.problem,
      webhookUrl: labelWebhookUrl(account, hub),
      hasWebhookSecret: account.sealed_webhook_secret !== null,
    })),
    exampleUrl: hub.config.ownCarrier,
  }
}

export type LabelSettingsModel = Awaited<ReturnType<typeof labelSettingsModel>>
