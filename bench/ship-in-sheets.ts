import { randomBytes } from 'node:crypto'
import { cellField, takenField } from '#features/shipping/ship-many/sheet-form.ts'
import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { HubProcess } from './hub-process.ts'
import { trackingOf } from './open-orders.ts'
import { tokenOf, type Visitor } from './visitor.ts'

/** Ships orders in sheets of maximum size, sequentially, as the page does. */
export async function shipInSheets(hub: HubProcess, visitor: Visitor, orders: readonly string[]): Promise<void> {
  const srt = await tokenOf(visitor)
  for (let from = 0; from < orders.length; from += maxRows) {
    const own = orders.slice(from, from + maxRows)
    const body = new URLSearchParams([
      ['srt', srt],
      ['sheet', randomBytes(8).toString('hex')],
      ...own.flatMap((order, index) => [
        [takenField, order],
        [cellField('carrier', order), 'DHL'],
        [cellField('tracking', order), trackingOf(from + index)],
      ]),
    ])
    const { status } = await fetch(hub.url + withQuery(paths.ordersShip, { keys: own.join(',') }), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: visitor.cookie },
      body,
    })
    if (status !== 303) throw new Error(`a sheet was answered with ${status}`)
  }
}
