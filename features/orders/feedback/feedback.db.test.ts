import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addSeller } from '#db/testing-seller.ts'
import { createRandom } from '#lib/random.ts'
import { readFeedback } from './feedback-db.server.ts'
import { votesOf, type Rating } from './feedback.ts'
import { hour } from '#lib/duration.ts'

const longAgo = new Date('2020-01-01')

const db = await testDatabase()

const mark = (sellerId: number, buyer: string, rating: Rating, leftAt: Date | null) => ({
  seller_id: sellerId,
  buyer_username: buyer,
  rating,
  left_at: leftAt,
})

const votes = (sellerId: number, since = longAgo) =>
  db.asSeller(sellerId, 'read', async (own) => (await readFeedback(own, { sellerId, since, limit: 0 })).votes)

describe('the votes by week', () => {
  it('equal a plain count, whatever is added, changed and removed', async () => {
    const seller = await addSeller(db, 'ann')
    const random = createRandom('weeks')
    const draw = () => ({
      buyer_username: random.pick(['ana', 'ben']),
      rating: random.pick<Rating>(['POSITIVE', 'NEUTRAL', 'NEGATIVE']),
      left_at: random.chance(0.1) ? null : new Date(Date.UTC(2026, 9, 1) + random.int(0, 40 * 24) * hour),
    })
    for (let round = 0; round < 12; round += 1) {
      await addRows(
        db.owner,
        'feedback',
        Array.from({ length: 8 }, () => ({ seller_id: seller, ...draw() })),
      )
      const rows = await db.owner.selectFrom('feedback').select('id').where('seller_id', '=', seller).execute()
      const [changed, removed] = random.shuffle(rows)
      await db.owner.updateTable('feedback').set(draw()).where('id', '=', changed!.id).execute()
      await db.owner.deleteFrom('feedback').where('id', '=', removed!.id).execute()
      const left = await db.owner.selectFrom('feedback').selectAll().where('seller_id', '=', seller).execute()
      const marks = left.flatMap(({ buyer_username: buyer, rating, left_at: leftAt }) =>
        leftAt ? [{ buyer, rating, leftAt }] : [],
      )
      expect(await votes(seller)).toEqual(votesOf(marks))
      const since = new Date('2026-10-14T12:00Z')
      expect(await votes(seller, since)).toEqual(votesOf(marks.filter(({ leftAt }) => leftAt >= since)))
    }
  })

  it('miss none of two at the same moment', async () => {
    const seller = await addSeller(db, 'bob')
    const leftAt = new Date('2026-11-18T12:00Z')
    const counted = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    const adding = db.asSeller(seller, 'write', async (own) => {
      await addRows(own, 'feedback', mark(seller, 'ana', 'POSITIVE', leftAt))
      counted.resolve()
      await first.promise
    })
    await counted.promise
    const second = db.asSeller(seller, 'write', (own) =>
      own
        .insertInto('feedback')
        .values(mark(seller, 'ben', 'POSITIVE', leftAt))
        .execute(),
    )
    // The second waits for the first to commit before it counts.
    await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
    first.resolve()
    await Promise.all([adding, second])
    expect(await votes(seller)).toEqual({ positive: 2, negative: 0 })
  })

  it('are removed with their seller', async () => {
    const seller = await addSeller(db, 'cleo')
    await addRows(db.owner, 'feedback', mark(seller, 'ana', 'POSITIVE', new Date('2026-11-18T12:00Z')))
    await db.owner.deleteFrom('sellers').where('id', '=', seller).execute()
    expect(await votes(seller)).toEqual({ positive: 0, negative: 0 })
  })
})
