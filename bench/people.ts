import type { Setting } from './setting.ts'

/** Adds so many managers of the largest seller, who may do all that pages offer; their addresses. A run before may have left them. */
export async function addPeople({ db, known }: Pick<Setting, 'db' | 'known'>, count: number): Promise<string[]> {
  const members = Array.from({ length: count }, (_, index) => ({
    id: `person-${index}`,
    name: `Person ${index}`,
    email: `person-${index}@example.com`,
  }))
  await db.owner
    .insertInto('members')
    .values(members)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.owner
    .insertInto('memberships')
    .values(members.map(({ id }) => ({ seller_id: known.sellerId, member_id: id, role: 'manager' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return members.map(({ email }) => email)
}
