import { updateRows } from '#db/testing-row.ts'
import type { TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import type { Hub } from '#web/hub.ts'
import { checkTestFile } from './testing.ts'
import type { RecordPlan } from '#features/machinery/records/record-plan.ts'
import type { ShownRow } from './tracking-rows-db.server.ts'

/** A shop whose orders await shipment; `ORDER1` in a file stands for the number of the first. */
export interface InputShop {
  numbers: readonly string[]
  withOrders: (text: string) => string
  /** The verdict of each row in few words, and how the file was read. */
  rowsOf: (text: string | Uint8Array) => Promise<{ rows: string[]; plan: RecordPlan }>
}

const recipients = [
  ['Ann Example', 'SE1 1AA'],
  ['Bob Example', '02451'],
  ['Jörg Müßig', '01099'],
] as const

/** Creates the shop. The fifth order has the marketplace's id `#1005`. */
export async function inputShop(db: TestDatabase, hub: Hub): Promise<InputShop> {
  const seller = await addSeller(db, 'inputs')
  const orders: { id: number; number: string }[] = []
  for (let n = 0; n < 6; n += 1) orders.push(await addOrderToShip(db, seller, [1]))
  for (const [index, [name, postcode]] of recipients.entries())
    await db.owner
      .updateTable('addresses')
      .set({ name, postal_code: postcode })
      .where('seller_id', '=', seller)
      .where('id', '=', (of) =>
        of
          .selectFrom('orders')
          .select('ship_to_address_id')
          .where('id', '=', orders[index]!.id)
          .where('seller_id', '=', seller),
      )
      .execute()
  await updateRows(db.owner, 'orders', { seller_id: seller, id: orders[4]!.id }, { external_id: '#1005' })
  const numbers = orders.map(({ number }) => number)
  const withOrders = (text: string) => text.replaceAll(/ORDER(\d)/g, (_, n: string) => numbers[Number(n) - 1] ?? '')
  return {
    numbers,
    withOrders,
    rowsOf: async (text) => {
      const whole = typeof text === 'string' ? withOrders(text) : text
      const { rows, plan } = await checkTestFile(hub, { sellerId: seller, text: whole })
      return { rows: rows.map(briefly), plan }
    },
  }
}

function briefly({ verdict, problems, request, notes }: ShownRow): string {
  if (verdict === 'SAME') return 'same'
  if (!request)
    return (problems ?? [])
      .map(({ rule, values = {} }) =>
        [rule, values['how'] ?? values['carrier'] ?? values['carriers']].filter(Boolean).join(' '),
      )
      .join()
  const { carrier, tracking, service, shippedAt } = request
  const noted = (notes ?? []).map(({ rule, values }) => [rule, values?.['how']].filter(Boolean).join(' '))
  return [carrier, tracking, service, shippedAt?.slice(0, 10), ...noted].filter(Boolean).join(' | ')
}
