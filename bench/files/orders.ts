import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import { day as dayMs } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, openPoster, until, watched } from './shop.ts'

const mover = { username: 'bench-mover', email: 'mover@bench.example' }

const header = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Created at',
  'Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
  'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
].join(',')

/** An order as Shopify writes it: one item, shipped the day after. */
function orderRow(n: number): string {
  const day = new Date(Date.UTC(2024, 0, 1 + (n % 600)))
  const [at, next] = [day, new Date(day.getTime() + dayMs)].map((date) => date.toISOString().slice(0, 10))
  const buyer = n % 50_000
  return [
    `#${n + 1001},buyer-${buyer}@example.com,paid,${at} 10:00:10 +0000,fulfilled,${next} 09:00:00 +0000,GBP`,
    `20.00,5.00,0.00,25.00,${at} 10:00:00 +0000,1,Mug ${n % 900},20.00,MUG-${n % 900}`,
    `Buyer ${buyer},${1 + (buyer % 90)} Main Street,Leeds,LS1 1AA,GB`,
  ].join(',')
}

/** Moves the orders of another marketplace in, by a new seller: checked, taken in, and removed again. */
export async function measureOrders(setting: Setting, orders: number): Promise<{ table: Table; goals: Goal[] }> {
  const { db, hub, say } = setting
  say(`  ${count(orders)} orders to move in`)
  await removeMover(db)
  const sellerId = await addMover(db)
  const poster = await openPoster(setting, mover.email)
  try {
    const run = () =>
      db.owner
        .selectFrom('file_runs')
        .select(['state', 'done_rows'])
        .where('seller_id', '=', sellerId)
        .executeTakeFirstOrThrow()
    const isIn = (wanted: string) => async () => {
      const { state } = await run()
      if (state === 'FAILED' || state === 'DONE_WITH_ERRORS') throw new Error(`moving in ended as ${state}`)
      return state === wanted
    }
    const text = [header, ...Array.from({ length: orders }, (_, n) => orderRow(n))].join('\n')
    const atStart = (await hub.memory()) ?? 0
    const checked = await watched(hub, async () => {
      await poster.post(paths.movingIn, [['step', 'read']], new File([text], 'orders.csv'))
      await until(isIn('CREATED'))
    })
    const taken = await watched(hub, async () => {
      await poster.post(paths.movingIn, [['step', 'all']])
      await until(isIn('DONE'))
    })
    const { done_rows: done } = await run()
    if (done !== orders) throw new Error(`${done} of ${orders} orders came in`)
    const row = (what: string, { seconds, mostBytes }: typeof taken) => [
      what,
      seconds.toFixed(1),
      count(orders / seconds),
      megabytes(mostBytes - atStart),
    ]
    return {
      table: {
        title: `${count(orders)} orders moved in`,
        columns: ['what', 's', 'orders/s', 'hub memory above start, MB'],
        rows: [row('checked', checked), row('taken in', taken)],
      },
      goals: [
        { what: 'orders of a file taken in', figure: orders / taken.seconds, unit: 'orders/s', least: 1_000 },
        {
          what: 'memory of orders moved in',
          figure: (Math.max(checked.mostBytes, taken.mostBytes) - atStart) / 1024 ** 2,
          unit: 'MB',
          most: 150,
        },
      ],
    }
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
