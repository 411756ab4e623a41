import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { openPoster } from './shop.ts'
import { costFile, orderFile, type BenchFile } from './upload-files.ts'
import { measureFile, uploadColumns } from './uploads.ts'

const mover = { username: 'bench-mover', email: 'mover@bench.example' }

/** Takes in the reports of a seller who moves in, each by a new one: a short one first, to compare the memory with. */
export async function measureOrders(setting: Setting, orders: number): Promise<{ table: Table; goals: Goal[] }> {
  const atStart = (await setting.hub.memory()) ?? 0
  const short = await moveIn(setting, orderFile('orders, a fifth', orders / 5))
  const long = await moveIn(setting, orderFile('orders', orders))
  const costs = await moveIn(setting, costFile(orders))
  const megabytes = (bytes: number) => bytes / 1024 ** 2
  return {
    table: { title: 'Reports moved in', columns: uploadColumns, rows: [short, long, costs].map(({ row }) => row) },
    goals: [
      { what: 'orders of a file taken in', figure: long.rate, unit: 'orders/s', least: 1_000 },
      { what: 'memory of reports moved in', figure: megabytes(long.mostBytes - atStart), unit: 'MB', most: 150 },
      {
        what: 'memory of reports moved in above that of a fifth of the rows',
        figure: megabytes(long.mostBytes - short.mostBytes),
        unit: 'MB',
        most: 50,
      },
    ],
  }
}

async function moveIn(setting: Setting, file: BenchFile) {
  const { db } = setting
  await removeMover(db)
  const sellerId = await addMover(db)
  const poster = await openPoster(setting, mover.email)
  try {
    const measured = await measureFile(setting, { poster, sellerId }, file)
    if (measured.changes !== file.rows) throw new Error(`${measured.changes} rows of ${file.name} came in`)
    return measured
  } finally {
    poster.close()
    await removeMover(db)
  }
}

async function addMover({ owner }: Database): Promise<number> {
  const { username, email } = mover
  const { id } = await oneRow(
    owner,
    sql<{ id: number }>`
    insert into sellers (username, display_name, registered_at, country, time_zone, currency)
    values (${username}, ${username}, now(), 'GB', 'Europe/London', 'GBP') returning id`,
  )
  await sql`
    insert into members (id, name, email, email_verified) values (${username}, ${username}, ${email}, true)
    on conflict (id) do nothing`.execute(owner)
  await sql`insert into memberships (seller_id, member_id, role) values (${id}, ${username}, 'owner')`.execute(owner)
  return id
}

/** Removes the seller, also of an earlier run that was interrupted. */
async function removeMover({ owner }: Database): Promise<void> {
  const found = await owner.selectFrom('sellers').select('id').where('username', '=', mover.username).executeTakeFirst()
  if (found) await removeSeller(owner, found.id, () => {})
}
