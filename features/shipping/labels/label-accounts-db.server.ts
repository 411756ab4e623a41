import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { providerFetch } from '#features/shipping/label-providers/provider-fetch.server.ts'
import { providerOf } from '#features/shipping/label-providers/provider-of.ts'
import { sealText, unsealText } from '#lib/sealed.ts'
import type { Hub } from '#web/hub.ts'
import { LabelError, type LabelProvider } from '#features/shipping/label-providers/label-provider.ts'

const purpose = 'keys of label providers'

export const sealKey = (key: string, { secret }: Pick<Hub, 'secret'>) => sealText(key, { secret, purpose })

/** The provider of an account. Throws `LabelError` if it was removed, or its key encrypted with another secret. */
export function providerFor(
  { provider, url, sealed_key: sealed }: Pick<Row<'label_accounts'>, 'provider' | 'url' | 'sealed_key'>,
  { secret, config }: Pick<Hub, 'secret' | 'config'>,
): LabelProvider {
  const key = sealed === null ? null : unsealText(sealed, { secret, purpose })
  if (key === null) throw new LabelError('KEY', 'The key must be entered again.')
  return providerOf(provider, { url, key, fetch: providerFetch(config) })
}

export const unsealWebhookSecret = (sealed: string | null, { secret }: Pick<Hub, 'secret'>): string | null =>
  sealed === null ? null : unsealText(sealed, { secret, purpose })

/** Accounts of a seller that were not removed, the oldest first. */
export const readAccounts = (db: SellerDb, sellerId: number): Promise<Row<'label_accounts'>[]> =>
  selectOfSeller(db, 'label_accounts', sellerId).selectAll().where('removed_at', 'is', null).orderBy('id').execute()

export const readLabelSettings = (db: SellerDb, sellerId: number): Promise<Row<'label_settings'> | undefined> =>
  selectOfSeller(db, 'label_settings', sellerId).selectAll().executeTakeFirst()
