import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addMember, addSeller } from '#db/testing-seller.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Role } from '#web/roles.ts'
import { savedGridViews } from './saved-views.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { deleteView, listSavedViews, restoreView, saveView, type SaveViewOutcome } from './saved-views-db.server.ts'

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
for (const id of ['anna', 'arthur']) await addMember(db, seller, id)

const save = (memberId: string, name: string, { shared = false, resource = 'orders' } = {}) =>
  db.asSeller(seller, 'write', (own) =>
    saveView(own, { resource, sellerId: seller, memberId, name, query: 'q=x', shared }),
  )
const remove = (memberId: string, id: string) =>
  db.asSeller(seller, 'write', (own) => deleteView(own, { sellerId: seller, memberId, id, ofLeft: false }))
const names = async (memberId: string, sellerId = seller) =>
  (await db.asSeller(sellerId, 'read', (own) => listSavedViews(own, seller, memberId, 'orders'))).map(
    ({ name }) => name,
  )

describe('saved views', () => {
  it('belong to a member, or to the team if shared', async () => {
    await save('anna', 'Mine')
    const shared = await save('arthur', 'Ours', { shared: true })
    await save('arthur', 'His')
    expect(await names('anna')).toEqual(['Mine', 'Ours'])
    expect(await names('arthur')).toEqual(['His', 'Ours'])
    expect(await names('anna', other)).toEqual([])
    expect(await save('anna', 'Mine')).toEqual({ ok: false, reason: 'exists' })
    expect(await save('anna', 'Ours')).toMatchObject({ ok: true })

    const id = shared.ok ? shared.id : ''
    expect(await remove('anna', id)).toBeNull()
    expect(await remove('arthur', id)).toMatchObject({ view: { name: 'Ours', shared: true } })
    expect(await names('anna')).toEqual(['Mine', 'Ours'])
  })

  it('are limited to 50 per member and list, also for two saved at once; larger sets are kept', async () => {
    await addMember(db, seller, 'ada')
    for (let n = 1; n < 50; n += 1)
      expect(await save('ada', `View ${n}`, { shared: n % 2 === 0 })).toMatchObject({ ok: true })
    const fiftieth = {
      resource: 'orders',
      sellerId: seller,
      memberId: 'ada',
      name: 'Fiftieth',
      query: '',
      shared: false,
    }
    let second = Promise.resolve<SaveViewOutcome>({ ok: true, id: '' })
    const last = await db.asSeller(seller, 'write', async (own) => {
      const outcome = await saveView(own, fiftieth)
      second = save('ada', 'Fiftieth, too', { shared: true })
      await expect.poll(() => waitingForLock(db.pool, '%advisory%')).toHaveLength(1)
      return outcome
    })
    expect(await second).toEqual({ ok: false, reason: 'many' })
    expect(await save('ada', 'Of another list', { resource: 'returns' })).toMatchObject({ ok: true })
    expect(await save('anna', 'Of another member')).toMatchObject({ ok: true })

    const inverse = (await remove('ada', last.ok ? last.id : ''))!
    expect(await save('ada', 'In its place')).toMatchObject({ ok: true })
    const restored = db.asSeller(seller, 'write', (own) =>
      restoreView(own, { sellerId: seller, memberId: 'ada', inverse }),
    )
    expect(await restored).toEqual({ back: 0, left: 1 })

    const more = { seller_id: seller, member_id: 'ada', resource: 'orders', name: 'One more', query: '' }
    const insert = () => db.owner.insertInto('saved_views').values(more).execute()
    await expect(insert()).rejects.toThrow('at most 50 views')
    await sql`alter table saved_views disable trigger user`.execute(db.owner)
    await insert()
    await sql`alter table saved_views enable trigger user`.execute(db.owner)
    expect(await names('ada')).toContain('One more')
    expect(await save('ada', 'And another')).toEqual({ ok: false, reason: 'many' })
  })

  it('of a former member can be deleted by team managers if shared', async () => {
    await addMember(db, seller, 'leaver')
    await save('leaver', 'Left behind', { shared: true, resource: 'cases' })
    await save('arthur', 'Of the team', { shared: true, resource: 'cases' })
    await save('anna', 'Own', { resource: 'cases' })
    const deletable = async (role: Role) => {
      const views = await db.asSeller(seller, 'read', (own) => listSavedViews(own, seller, 'anna', 'cases'))
      return savedGridViews(views, textsFor('en', 'UTC'), role).flatMap((view) => (view.deletable ? [view.name] : []))
    }
    expect(await deletable('owner')).toEqual(['Own'])
    await db.owner.deleteFrom('memberships').where('member_id', '=', 'leaver').execute()
    expect(await deletable('owner')).toEqual(['Own', 'Left behind (team)'])
    expect(await deletable('manager')).toEqual(['Own'])
  })
})
