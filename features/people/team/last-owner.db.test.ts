import { rowsOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { removeMember, removeRole, roleOf, setRole } from '#features/people/accounts/members.server.ts'
import { testPassword, testServices } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as leavePage from './leave-team-page.tsx'
import { testTeams, type Person } from './testing.ts'

const db = await testDatabase({ poolSize: 6 })
const { shop, step } = testTeams(testServices(db))

describe('the last owner', () => {
  it('cannot leave, and sees why', async () => {
    const { people, roleAt } = await shop({ Ada: 'owner', Bob: 'manager' })
    expect((await people.Ada.browser.get(leavePage, paths.leaveTeam)).data.mayLeave).toBe(false)
    const refused = await people.Ada.browser.post(leavePage, paths.leaveTeam)
    expect(refused).toMatchObject({ status: 422, data: { errors: { form: expect.stringContaining('only owner') } } })
    expect(await roleAt(people.Ada)).toBe('owner')
  })

  it('stays if two owners leave, remove each other, or are demoted at the same moment', async () => {
    for (const both of [
      (a: Person, b: Person) => [a, b].map(({ browser }) => browser.post(leavePage, paths.leaveTeam)),
      (a: Person, b: Person) => [
        step(a, b, { step: 'remove', confirm: testPassword }),
        step(b, a, { step: 'remove', confirm: testPassword }),
      ],
      (a: Person, b: Person) => [
        step(a, b, { step: 'role', role: 'viewer', confirm: testPassword }),
        b.browser.post(leavePage, paths.leaveTeam),
      ],
    ]) {
      const { people, sellerId } = await shop({ Ada: 'owner', Olu: 'owner' })
      const { Ada, Olu } = people
      // Both read the team before either changes it.
      const { asked } = await db.asOwner(async (own) => {
        await sql`select from memberships where seller_id = ${sellerId} for update`.execute(own)
        const begun = both(Ada, Olu)
        await expect.poll(async () => (await waitingForLock(db.pool)).length).toBe(2)
        return { asked: begun }
      })
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      // The member demoted first may then leave.
      expect(statuses).toContain(303)
      const owners = await rowsOf(db.owner, 'memberships', { seller_id: sellerId, role: 'owner' })
      expect(owners).toHaveLength(1)
    }
  })

  it('is protected by the database, also against two at the same moment, and removed with member or shop', async () => {
    const { people, sellerId } = await shop({ Ada: 'owner', Olu: 'owner' })
    const { Ada, Olu } = people
    const at = ({ id }: Person) => ({ memberId: id, sellerId })
    const first = Promise.withResolvers<void>()
    const isFirstGone = Promise.withResolvers<void>()
    const leaving = db.asOwner(async (own) => {
      await removeRole(own, at(Ada))
      isFirstGone.resolve()
      await first.promise
    })
    await isFirstGone.promise
    const second = db.asOwner((own) => setRole(own, { ...at(Olu), role: 'viewer' }))
    // Handled here, since it may be rejected while the first one is awaited.
    const refusal = second.then(() => 'none', String)
    await expect.poll(async () => (await waitingForLock(db.pool)).length).toBe(1)
    first.resolve()
    await leaving
    expect(await refusal).toContain('a seller keeps an owner')
    const all = db.owner.deleteFrom('memberships').where('seller_id', '=', sellerId)
    await expect(all.execute()).rejects.toThrow('a seller keeps an owner')
    expect(await roleOf(db.owner, at(Olu))).toBe('owner')
    await removeMember(db.owner, Olu.id)
    expect(await roleOf(db.owner, at(Olu))).toBeNull()
    const other = await shop({ Eve: 'owner' })
    await db.owner.deleteFrom('sellers').where('id', '=', other.sellerId).execute()
    expect(await other.roleAt(other.people.Eve)).toBeNull()
  })
})
