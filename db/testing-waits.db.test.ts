import { expect, it } from 'vitest'
import { waitingForLock } from './testing-waits.ts'
import { testDatabase } from './testing.ts'

it('waiting sessions of another test’s database are not reported', async () => {
  const [mine, theirs] = await Promise.all([testDatabase(), testDatabase()])
  const row = `select from hub_settings where key = 'held' for update`
  await theirs.pool.query(`insert into hub_settings (key, value) values ('held', '')`)
  const holder = await theirs.pool.connect()
  await holder.query(`begin; ${row}`)
  const waiting = [theirs.pool.query(row), theirs.pool.query(row)]
  await expect.poll(() => waitingForLock(theirs.pool, '%hub_settings%')).toHaveLength(2)
  expect(await waitingForLock(theirs.pool, '%orders%')).toEqual([])
  expect(await waitingForLock(mine.pool)).toEqual([])
  await holder.query('rollback')
  holder.release()
  await Promise.all(waiting)
})
