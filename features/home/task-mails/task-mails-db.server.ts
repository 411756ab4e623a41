import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { groupBy } from '#lib/group-by.ts'
import { preferencesFrom } from '#web/preferences.ts'
import type { Role } from '#web/roles.ts'
import { choicesOf, claimedFor, type MailChoices } from '#features/core/task/mail-rules.ts'

export interface MailReader {
  memberId: string
  email: string
  locale: string | null
  role: Role
  choices: MailChoices
}

export type MailedSeller = Awaited<ReturnType<typeof listMailedSellers>>[number]

/** All sellers with members who receive mails; `only` limits them to one member. */
export async function listMailedSellers(owner: Kysely<Schema>, only?: { sellerId: number; memberId: string }) {
  const rows = await owner
    .selectFrom('memberships as m')
    .innerJoin('seller_names as s', 's.seller_id', 'm.seller_id')
    .innerJoin('members as p', 'p.id', 'm.member_id')
    .leftJoin('task_mail_choices as c', (join) =>
      join.onRef('c.seller_id', '=', 'm.seller_id').onRef('c.member_id', '=', 'm.member_id'),
    )
    .select(['s.seller_id as id', 's.username', 's.display_name', 'm.member_id', 'm.role', 'p.email', 'p.preferences'])
    .select(['c.morning', 'c.warn_24', 'c.warn_4', 'c.weekly', 'c.stock', 'c.role as chosen_as'])
    .$if(only !== undefined, (own) =>
      own.where('m.seller_id', '=', only?.sellerId ?? 0).where('m.member_id', '=', only?.memberId ?? ''),
    )
    .orderBy('s.seller_id')
    .orderBy('m.member_id')
    .execute()
  const ids = [...new Set(rows.map(({ id }) => id))]
  const { rows: shops } = await sql<{ id: number; timeZone: string; currency: string }>`${overAllSellers}
    select id, time_zone as "timeZone", currency from sellers where id = any (${ids}::bigint[])`.execute(owner)
  const sellers = new Map(shops.map((shop) => [shop.id, shop]))
  const mailed = rows.flatMap((row) => {
    const shop = sellers.get(row.id)
    return shop ? [{ ...row, seller: { ...shop, username: row.username, name: row.display_name } }] : []
  })
  const readers = mailed.map((row) => ({
    seller: row.seller,
    memberId: row.member_id,
    email: row.email,
    locale: preferencesFrom(row.preferences).locale,
    role: row.role,
    choices: choicesOf(
      row.role,
      row.morning === null || row.warn_24 === null || row.warn_4 === null
        ? null
        : {
            role: row.chosen_as,
            morning: row.morning,
            warn24: row.warn_24,
            warn4: row.warn_4,
            weekly: row.weekly,
            stock: row.stock,
          },
    ),
  }))
  const withMails = readers.filter(
    ({ choices }) => choices.morning || choices.warn24 || choices.warn4 || choices.weekly || choices.stock.length > 0,
  )
  return [...groupBy(withMails, ({ seller }) => seller.id).values()].map((own) => ({
    ...own[0].seller,
    readers: own.map(({ seller: _seller, ...reader }) => reader),
  }))
}

interface Claim {
  sellerId: number
  memberId: string
  now: Date
}

/** Claims mails that are neither sent nor claimed; none for former members. Returns those claimed. */
export async function claimMails(
  owner: Kysely<Schema>,
  { sellerId, memberId, now }: Claim,
  abouts: readonly string[],
): Promise<string[]> {
  if (abouts.length === 0) return []
  const { rows } = await sql<{ about: string }>`
    insert into task_mails (seller_id, member_id, about, claimed_at)
    select seller_id, member_id, about, ${now} from memberships m, unnest(${[...abouts]}::text[]) about
    where seller_id = ${sellerId} and member_id = ${memberId} for key share of m
    on conflict (seller_id, member_id, about) do update set claimed_at = ${now}
      where task_mails.sent_at is null and task_mails.claimed_at <= ${new Date(now.getTime() - claimedFor)}
    returning about`.execute(owner)
  return rows.map(({ about }) => about)
}

export async function markSent(
  owner: Kysely<Schema>,
  { sellerId, memberId, now }: Claim,
  abouts: readonly string[],
): Promise<void> {
  await updateOfSeller(owner, 'task_mails', sellerId)
    .set({ sent_at: now })
    .where('member_id', '=', memberId)
    .where('about', 'in', abouts)
    .execute()
}

/** How long sent mails are remembered: longer than any warning period. */
const rememberedFor = 40 * day

export async function forgetOldMails(owner: Kysely<Schema>, now: Date): Promise<void> {
  await owner
    .deleteFrom('task_mails')
    .where('claimed_at', '<', new Date(now.getTime() - rememberedFor))
    .execute()
}
