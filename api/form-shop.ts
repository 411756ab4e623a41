import type { ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import type { Hub } from '#web/hub.ts'
import type { ApiSeller } from './sellers-by-id.ts'

export const shopOf = ({ hub, seller }: { hub: Hub; seller: ApiSeller }): ShopArgs => ({
  hub,
  seller: { id: seller.id, currency: seller.currency, timeZone: seller.time_zone },
  // Plain decimals, which every form accepts.
  texts: { typed: (decimal) => decimal, grouping: ',' },
})
