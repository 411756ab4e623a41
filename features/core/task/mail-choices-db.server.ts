import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Role } from '#web/roles.ts'
import { choicesOf, type MailChoices } from './mail-rules.ts'

export async function readMailChoices(
  db: SellerDb,
  { sellerId, memberId, role }: { sellerId: number; memberId: string; role: Role },
): Promise<MailChoices> {
  const row = await selectOfSeller(db, 'task_mail_choices', sellerId)
    .select(['role', 'morning', 'warn_24 as warn24', 'warn_4 as warn4', 'weekly', 'stock'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return choicesOf(role, row ?? null)
}

export async function saveMailChoices(
  db: SellerDb,
  { sellerId, memberId, role, choices }: { sellerId: number; memberId: string; role: Role; choices: MailChoices },
): Promise<void> {
  const { morning, warn24: warn_24, warn4: warn_4, weekly, stock } = choices
  const row = { role, morning, warn_24, warn_4, weekly, stock: [...stock] }
  await db
    .insertInto('task_mail_choices')
    .values({ seller_id: sellerId, member_id: memberId, ...row })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doUpdateSet(row))
    .execute()
}
