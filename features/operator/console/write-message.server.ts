import { countAttempts } from '#features/people/accounts/attempts.server.ts'
import { addresseesOf } from '#features/people/team/team-db.server.ts'
import { oneLine } from '#lib/one-line.ts'
import type { MessageModel } from '#shui/message/message-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import type { Hub } from '#web/hub.ts'
import { paths } from '#web/paths.ts'
import type { Member } from '#web/signed-in.ts'

export type Owner = Awaited<ReturnType<typeof ownersOf>>[number]

export const ownersOf = (hub: Pick<Hub, 'db'>, sellerId: number) =>
  addresseesOf(hub.db.owner, { sellerId, besides: [] })

/** Fingerprint of the owners named on a page. */
export const namedOwners = (owners: readonly Owner[]): string =>
  formBaseline(owners.map(({ id, email }) => `${id} ${email}`))

export interface OwnersMessage {
  /** Idempotency key from the form. */
  key: string
  seller: { id: number; username: string; display_name: string }
  by: Pick<Member, 'id' | 'name'>
  subject: string
  body: string
  /** The owners named on the page, see `namedOwners`. */
  named: string
}

export type WriteOutcome =
  | { ok: true }
  | { ok: false; reason: 'too-many'; retryAt: Date }
  | { ok: false; reason: 'others' }

/**
 * Writes to a seller's owners: a message on the overview and under To do until dismissed, and a mail if configured.
 * Fixed texts are in the owner's language.
 */
export async function writeToOwners(hub: Hub, message: OwnersMessage): Promise<WriteOutcome> {
  const { key, seller, by } = message
  const owners = await ownersOf(hub, seller.id)
  if (owners.length === 0 || namedOwners(owners) !== message.named) return { ok: false, reason: 'others' }
  const counted = await countAttempts(hub, [
    ['write-operator', by.id],
    ['write-seller', String(seller.id)],
  ])
  if (!counted.ok) return counted
  if (!(await storeMessage(hub, message))) return { ok: true }
  hub.log.info(
    { seller: seller.id, member: by.id, key, owners: owners.length },
    'an operator wrote to the owners of a seller',
  )
  if (hub.mailer.canSend) for (const owner of owners) mailOwner(hub, owner, message)
  return { ok: true }
}

const languages = ['en', 'de'] as const

/** Stores the message once per key; false if it exists. */
async function storeMessage(hub: Hub, { key, seller, by, subject, body }: OwnersMessage): Promise<boolean> {
  const rows = languages.map((locale) => {
    const { t } = textsFor(locale, 'UTC')
    const model: MessageModel = {
      type: 'alert',
      title: subject,
      content: [...body.split(/\n+/), t('health.write.from', { by: by.name, hub: hub.config.brand.name })],
      controls: [{ type: 'OPERATION', name: 'cross', accessibilityText: t('health.write.close') }],
      config: { messageId: key, permanent: true },
    }
    return {
      key,
      locale,
      model: JSON.stringify(model),
      sellers: [seller.username],
      roles: ['owner'],
      pages: [paths.overview, paths.tasks()],
      seller_id: seller.id,
      written_by: by.name,
      created_at: hub.now(),
    }
  })
  const stored = await hub.db.owner
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  return stored.length > 0
}

function mailOwner(hub: Hub, owner: Owner, { seller, by, subject, body }: OwnersMessage): void {
  const { t } = textsFor(owner.locale ?? hub.config.defaultLocale, 'UTC')
  const values = {
    name: oneLine(owner.name),
    by: oneLine(by.name),
    shop: oneLine(seller.display_name),
    hub: hub.config.brand.name,
    body,
    link: new URL(paths.overview, hub.config.publicUrl).href,
  }
  hub.mailer.send(async () => ({ to: owner.email, subject: oneLine(subject), text: t('health.write.mail', values) }))
}
