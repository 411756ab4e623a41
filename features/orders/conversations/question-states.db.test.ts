import { propertyRuns } from '#db/testing-property-runs.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addListings } from '#features/selling/bulk-edit/testing.ts'
import { minute } from '#lib/duration.ts'
import { newMessageKey, sendMessage } from './add-message-db.server.ts'
import { markConversation } from './mark-conversations-db.server.ts'
import type { MessageKey } from './message.ts'
import { ask } from './testing.ts'
import type { QuestionKey } from './thread-key.ts'

const began = new Date('2026-11-20T12:00:00Z').getTime()
const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const

interface Talk {
  thread: QuestionKey
  /** All messages, oldest first. */
  said: { key: MessageKey; ofBuyer: boolean; at: Date }[]
  /** Number of messages that were read, and that need no answer. */
  read: number
  settled: number
}

it('any course of questions waits from the first message that no answer has seen, each buyer and listing apart', async () => {
  const db = await testDatabase()
  const move = fc.record({
    talk: fc.nat(3),
    what: fc.constantFrom('ask', 'ask', 'answer', 'settle'),
    // How many of the messages the member has on the page.
    seen: fc.nat(4),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
      const sellerId = await addSeller(db, `asked-${(run += 1)}`)
      const listings = await addListings(db, sellerId, 2)
      const talks = new Map<number, Talk>()
      for (const [n, { talk: index, what, seen }] of moves.entries()) {
        const at = new Date(began + n * minute)
        const talk = talks.get(index)
        if (what === 'ask') {
          const of = { sellerId, listingId: listings[index % 2]!, buyer: index < 2 ? 'ann' : 'bob', text: `${n}`, at }
          const { thread, key } = await ask(db, of)
          const known = talk ?? { thread, said: [], read: 0, settled: 0 }
          talks.set(index, { ...known, said: [...known.said, { key, ofBuyer: true, at }] })
          expect(known.thread).toBe(thread)
        } else if (talk) {
          const upTo = Math.min(seen, talk.said.length)
          const page = { sellerId, thread: talk.thread, seen: talk.said[upTo - 1]?.key ?? null }
          if (what === 'answer') {
            const message = { ...page, key: newMessageKey(), subject: null, text: `${n}`, pictures: [], actor, now: at }
            await db.asSeller(sellerId, 'write', (own) => sendMessage(own, message))
            talk.said.push({ key: message.key, ofBuyer: false, at })
            talk.settled = Math.max(talk.settled, upTo)
          } else {
            await db.asSeller(sellerId, 'write', (own) => markConversation(own, { ...page, mark: 'settle' }))
            if (!talk.said.slice(upTo).some(({ ofBuyer }) => ofBuyer)) talk.settled = talk.said.length
          }
          talk.read = Math.max(talk.read, upTo)
        }
      }
      const rows = await db.owner.selectFrom('conversations').selectAll().where('seller_id', '=', sellerId).execute()
      const shown = rows.map((row) => ({ thread: row.thread, unread: row.is_unread, since: row.awaiting_since }))
      const right = [...talks.values()].map(({ thread, said, read, settled }) => ({
        thread,
        unread: said.slice(read).some(({ ofBuyer }) => ofBuyer),
        since: said.slice(settled).find(({ ofBuyer }) => ofBuyer)?.at ?? null,
      }))
      const byThread = (a: { thread: string }, b: { thread: string }) => a.thread.localeCompare(b.thread)
      expect(shown.toSorted(byThread)).toEqual(right.toSorted(byThread))
    }),
    propertyRuns(15),
  )
})
