import { addressHere } from '#lib/listening.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { labelWebhookPath } from '#features/shipping/labels/label-webhook.server.ts'
import { sealKey } from '#features/shipping/labels/label-accounts-db.server.ts'
import { ownRows } from '#web/own-rows.ts'
import type { NewRow } from '#db/schema.ts'
import type { ProcessHub } from './hub.ts'

/** The demo's shops that buy labels, with their senders. */
const senders = [
  { username: 'harbour-camera', line1: '4 Quay Street', city: 'Bristol', postal_code: 'BS1 4DJ', country: 'GB' },
  { username: 'nordlicht-papier', line1: 'Speicherstraße 12', city: 'Flensburg', postal_code: '24937', country: 'DE' },
] as const

const accountName = 'Example carrier'

/** Connects the demo's shops to the example carrier that runs beside the hub, with a webhook for tracking. */
export async function connectDemoShops(
  hub: Pick<ProcessHub, 'db' | 'config' | 'secret' | 'now'>,
  carrierUrl: string,
): Promise<void> {
  for (const { username, ...address } of senders) {
    const named = await hub.db.owner
      .selectFrom('seller_names')
      .select(['seller_id as id', 'display_name'])
      .where('username', '=', username)
      .executeTakeFirst()
    if (named) await connect(hub, { shop: named, address, key: `carrier_${username.replaceAll('-', '_')}`, carrierUrl })
  }
}

interface Connecting {
  shop: { id: number; display_name: string }
  address: Omit<NewRow<'label_settings'>, 'seller_id' | 'name'>
  key: string
  carrierUrl: string
}

async function connect(
  hub: Pick<ProcessHub, 'db' | 'config' | 'secret' | 'now'>,
  { shop, address, key, carrierUrl }: Connecting,
): Promise<void> {
  const secret = newSecret()
  const now = hub.now()
  const sealed = { sealed_key: sealKey(key, hub), sealed_webhook_secret: sealKey(secret, hub), url: carrierUrl }
  const account = await ownRows(hub, shop.id).write(async (db) => {
    await db
      .insertInto('label_settings')
      .values({ seller_id: shop.id, name: shop.display_name, ...address })
      .onConflict((conflict) => conflict.column('seller_id').doNothing())
      .execute()
    return db
      .insertInto('label_accounts')
      .values({ seller_id: shop.id, provider: 'EXAMPLE', name: accountName, ...sealed, added_at: now, checked_at: now })
      .onConflict((conflict) =>
        conflict.columns(['seller_id', 'name']).where('removed_at', 'is', null).doUpdateSet(sealed),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const url = new URL(labelWebhookPath(shop.id, account.id, hub), addressHere(hub.config)).href
  await fetch(`${carrierUrl}/v1/webhook`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, secret }),
  })
}
