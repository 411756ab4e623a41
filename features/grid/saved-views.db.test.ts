import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addMember, addSeller } from '#db/testing-seller.ts'
import { deleteView, listSavedViews, saveView } from './saved-views-db.server.ts'

let db: TestDatabase
let seller: number
let other: number

beforeAll(async () => {
  db = await testDatabase()
  seller = await addSeller(db, 'ann')
  other = await addSeller(db, 'bob')
  for (const id of ['anna', 'arthur']) await addMember(db, seller, id)
})

const save = (memberId: string, name: string, shared = false) =>
  db.asSeller(seller, 'write', (own) =>
    saveView(own, { resource: 'orders', sellerId: seller, memberId, name, query: 'q=x', shared }),
  )
const names = async (memberId: string, sellerId = seller) =>
  (await db.asSeller(sellerId, 'read', (own) => listSavedViews(own, seller, memberId, 'orders'))).map(
    ({ name }) => name,
  )

describe('saved views', () => {
  it('are the member’s own, and the team’s where they are shared', async () => {
    await save('anna', 'Mine')
    const shared = await save('arthur', 'Ours', true)
    await save('arthur', 'His')
    expect(await names('anna')).toEqual(['Mine', 'Ours'])
    expect(await names('arthur')).toEqual(['His', 'Ours'])
    expect(await names('anna', other)).toEqual([])
    expect(await save('anna', 'Mine')).toEqual({ ok: false, reason: 'exists' })
    expect(await save('anna', 'Ours')).toMatchObject({ ok: true })

    const remove = (memberId: string) =>
      db.asSeller(seller, 'write', (own) =>
        deleteView(own, { sellerId: seller, memberId, id: shared.ok ? shared.id : '' }),
      )
    expect(await remove('anna')).toBeNull()
    expect(await remove('arthur')).toMatchObject({ view: { name: 'Ours', shared: true } })
    expect(await names('anna')).toEqual(['Mine', 'Ours'])
  })
})
