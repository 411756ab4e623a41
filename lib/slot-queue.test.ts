import { expect, it } from 'vitest'
import { createSlotQueue } from './slot-queue.ts'

const patient = new AbortController().signal
const one = { atOnce: 1, waiting: 2, each: { atOnce: 1, waiting: 2 } }

it('admits one after the other, in order', async () => {
  const turns = createSlotQueue(one)
  const order: string[] = []
  const first = await turns.take('ann', patient)
  const waiting = ['b', 'c'].map((name) => turns.take('ann', patient).then((turn) => (order.push(name), turn)))
  expect(await turns.take('ann', patient)).toBeNull()
  expect(order).toEqual([])
  first!.end()
  const second = await waiting[0]!
  // A caller arriving during the handover must wait too.
  const late = turns.take('ann', patient).then(() => order.push('late'))
  expect(order).toEqual(['b'])
  second!.end()
  const third = await waiting[1]!
  third!.end()
  await late
  expect(order).toEqual(['b', 'c', 'late'])
})

it('admits callers without a slot before those that already had one', async () => {
  const turns = createSlotQueue({ ...one, waiting: 9, each: { atOnce: 1, waiting: 9 } })
  const order: string[] = []
  const take = (who: string) =>
    turns.take(who, patient).then((turn) => {
      order.push(who)
      turn!.end()
    })
  const first = await turns.take('ann', patient)
  const all = ['ann', 'ann', 'ann', 'bob', 'bob', 'cy'].map(take)
  first!.end()
  await Promise.all(all)
  expect(order).toEqual(['ann', 'bob', 'cy', 'ann', 'bob', 'ann'])
})

it('limits the slots of one caller and admits others', async () => {
  const turns = createSlotQueue({ atOnce: 5, waiting: 9, each: { atOnce: 2, waiting: 1 } })
  const [first] = await Promise.all([turns.take('ann', patient), turns.take('ann', patient)])
  const third = turns.take('ann', patient)
  expect(await turns.take('ann', patient)).toBeNull()
  expect(await turns.take('bob', patient)).not.toBeNull()
  first!.end()
  expect(await third).not.toBeNull()
})

it('removes callers that stop waiting', async () => {
  const turns = createSlotQueue({ ...one, waiting: 5, each: { atOnce: 1, waiting: 5 } })
  const first = await turns.take('ann', patient)
  const impatient = new AbortController()
  const given = turns.take('ann', impatient.signal)
  const alone = turns.take('bob', impatient.signal)
  const next = turns.take('ann', patient)
  impatient.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await expect(alone).rejects.toThrow('gone')
  await expect(turns.take('ann', impatient.signal)).rejects.toThrow('gone')
  first!.end()
  expect(await next).not.toBeNull()
})
