import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { LabelError } from '#features/shipping/label-providers/label-provider.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { sealText, unsealText } from '#lib/sealed.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { serverPaths } from '#web/paths.ts'
import { providerFor, sealKey, unsealWebhookSecret } from './label-accounts-db.server.ts'
import { applyLabelEvents } from './track-labels.server.ts'

type WebhookHub = Pick<Hub, 'secret' | 'config'>

const purpose = 'addresses of label webhooks'

/** The address of an account's webhook: it names the account without saying which. */
export const labelWebhookPath = (sellerId: number, accountId: number, { secret }: Pick<Hub, 'secret'>) =>
  serverPaths.labelEvents(sealText(`${sellerId} ${accountId}`, { secret, purpose }))

type Account = Pick<Row<'label_accounts'>, 'seller_id' | 'id' | 'provider' | 'url' | 'sealed_key'>

export const labelWebhookUrl = (
  { seller_id, id }: Pick<Account, 'seller_id' | 'id'>,
  hub: Pick<Hub, 'secret' | 'config'>,
) => new URL(labelWebhookPath(seller_id, id, hub), hub.config.publicUrl).href

/** Registers the account's webhook at its provider; null if that takes none, or refuses it. Returns the secret, sealed. */
export const registerWebhook = (account: Account, hub: WebhookHub): Promise<string | null> =>
  unlessRefused(async () => {
    const secret = await providerFor(account, hub).webhook?.register(labelWebhookUrl(account, hub), newSecret())
    return secret === undefined ? null : sealKey(secret, hub)
  })

/** Removes it again. A provider that does not answer keeps it: its events then lead to no account. */
export const removeWebhook = async (account: Account, hub: WebhookHub): Promise<void> =>
  void (await unlessRefused(async () => {
    await providerFor(account, hub).webhook?.remove(labelWebhookUrl(account, hub))
    return null
  }))

const unlessRefused = <T>(work: () => Promise<T>): Promise<T | null> =>
  work().catch((error: unknown) => {
    if (error instanceof LabelError) return null
    throw error
  })

/** Answers a provider's webhook: 200 once its events are applied, 401 if it is not signed, 404 for an unknown account. */
export async function answerLabelWebhook(
  hub: Pick<Hub, 'db' | 'now' | 'config' | 'secret' | 'log'>,
  sealed: string,
  request: Request,
): Promise<Response> {
  const [sellerId, accountId] = (unsealText(sealed, { secret: hub.secret, purpose }) ?? '').split(' ').map(Number)
  if (!sellerId || !accountId) return new Response(null, { status: 404 })
  const { read, write } = ownRows(hub, sellerId)
  const account = await read((db) =>
    selectOfSeller(db, 'label_accounts', sellerId).selectAll().where('id', '=', accountId).executeTakeFirst(),
  )
  const secret = account && unsealWebhookSecret(account.sealed_webhook_secret, hub)
  if (!account || secret === null || secret === undefined) return new Response(null, { status: 404 })
  const body = await request.text()
  const events = providerFor(account, hub).readWebhook(
    { url: new URL(request.url), headers: request.headers, body },
    secret,
  )
  if (!events) return new Response(null, { status: 401 })
  await write((db) => applyLabelEvents(db, { sellerId, accountId, now: hub.now() }, events))
  return new Response(null, { status: 200 })
}
