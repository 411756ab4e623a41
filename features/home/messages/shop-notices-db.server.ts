import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MessageModel } from '#shui/message/message-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Hub } from '#web/hub.ts'
import { permissions } from '#web/roles.ts'
import type { ShopNotice } from '#web/shop-notice.ts'

const languages = ['en', 'de'] as const

/** Lists a notice under Messages, on no page. Messages belong to the marketplace, so this runs as the owner. */
export async function tellShop(hub: Pick<Hub, 'config' | 'db' | 'now'>, notice: ShopNotice): Promise<void> {
  const { key, sellerId, access, words, endsAt } = notice
  const { username } = await selectOfSeller(hub.db.owner, 'seller_names', sellerId)
    .select('username')
    .executeTakeFirstOrThrow()
  const rows = languages.map((locale) => {
    const { title, content, link } = words(textsFor(locale, 'UTC'))
    const model: MessageModel = {
      type: 'info',
      title,
      content,
      controls: [{ type: 'NAV', URL: link.href, text: link.text }],
      config: { messageId: key },
    }
    return {
      key,
      locale,
      model: JSON.stringify(model),
      sellers: [username],
      roles: [...permissions[access]],
      pages: [],
      ends_at: endsAt,
      seller_id: sellerId,
      written_by: hub.config.brand.name,
      created_at: hub.now(),
    }
  })
  await hub.db.owner
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes notices that are over; run by a job (`server/jobs.ts`). */
export async function removeOldNotices(owner: Kysely<Schema>, now: Date): Promise<void> {
  await sql`
    with gone as (delete from messages where seller_id is not null and ends_at <= ${now} returning key)
    delete from member_messages where message_key in (select key from gone)`.execute(owner)
}
