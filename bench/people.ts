import type { Setting } from './setting.ts'

/** Adds managers of the largest seller and returns their addresses. Some may exist from an earlier run. */
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
