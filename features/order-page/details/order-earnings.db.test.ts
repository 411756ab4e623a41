import { rowOf, addRows, addRow } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { insertRows } from '#db/insert-rows.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { roles, type Role } from '#web/roles.ts'
import * as detailsPage from './order-details-page.tsx'

const at = new Date('2026-11-19T10:00:00Z')
const { db, hub } = await testHubAt()
const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
const sellerId = await addTestSeller(
  db,
  Object.fromEntries(members.map(({ id }, index) => [id, assertDefined(roles[index], 'one a role')])),
)
const order = await addOrderToShip(db, sellerId, [2], { placedAt: at })

/** Posts an entry of the order, as the ledger would. */
async function post(kind: 'SALE' | 'REFUND' | 'COST_OF_GOODS', postings: readonly [account: string, minor: number][]) {
  const of = { seller_id: sellerId, currency: 'GBP', happened_at: at }
  const { id } = await addRow(db.owner, 'ledger_entries', {
    ...of,
    entry_key: `test ${kind}`,
    kind,
    order_id: order.id,
  })
  await insertRows(
    db.owner,
    'ledger_postings',
    postings.map(([account, amount_minor], index) => ({
      ...of,
      entry_id: id,
      position: index + 1,
      account,
      amount_minor,
    })),
  )
}

async function earningsFor(role: Role) {
  const browser = await signedInBrowser(hub, assertDefined(members[roles.indexOf(role)], 'one a role').email)
  const { data } = await browser.get(detailsPage, paths.orderDetails(order.number))
  return data.earnings
}

it('an order shows what is left of it once it is in the books, to roles that may see money', async () => {
  expect(await earningsFor('owner')).toBeNull()
  await post('SALE', [
    ['funds:processing', 5_500],
    ['revenue:item', -5_000],
    ['revenue:shipping', -500],
    ['fees:fvf_variable', 808],
    ['fees:fvf_fixed', 40],
    ['funds:processing', -848],
    ['tax:marketplace_collected', 440],
    ['tax:marketplace_remitted', -440],
  ])
  await post('REFUND', [
    ['refunds', 1_000],
    ['fees:fvf_variable', -136],
    ['funds:processing', -864],
  ])
  const owners = await earningsFor('owner')
  expect(owners.amounts.map(({ label, amount }: { label: string; amount: string }) => [label, amount])).toEqual([
    ['Items, shipping and your tax', '£55.00'],
    ['Final value fee', '−£6.72'],
    ['Fixed fee of the order', '−£0.40'],
    ['Refund to the buyer', '−£10.00'],
    ['Net earnings', '£37.88'],
  ])
  for (const role of roles)
    expect((await earningsFor(role)) !== null, role).toBe(['owner', 'manager', 'accountant'].includes(role))
})

it('an order says when its profit is known, and shows it with its margin', async () => {
  const profitLine = async () => {
    const { amounts } = await earningsFor('owner')
    return amounts.slice(-3).map(({ label, amount }: { label: string; amount: string }) => [label, amount])
  }
  await db.owner.insertInto('cost_settings').values({ seller_id: sellerId }).execute()
  expect((await profitLine()).at(-1)).toEqual(['Profit', 'Known once shipped'])
  await post('COST_OF_GOODS', [
    ['cogs', 2_100],
    ['inventory', -2_100],
  ])
  await addRows(db.owner, 'order_profits', {
    seller_id: sellerId,
    order_id: order.id,
    currency: 'GBP',
    revenue_minor: 5_500,
    profit_minor: 1_688,
    margin_bps: 3_069,
  })
  expect(await profitLine()).toEqual([
    ['Net earnings', '£37.88'],
    ['Cost of goods', '−£21.00'],
    ['Profit (30.7% margin)', '£16.88'],
  ])
})

it('an order shows the profit of each item, with its margin', async () => {
  const { id } = await rowOf(db.owner, 'line_items', { order_id: order.id })
  await addRows(db.owner, 'line_profits', {
    seller_id: sellerId,
    order_id: order.id,
    line_item_id: id,
    currency: 'GBP',
    units: 2,
    is_complete: true,
    revenue_minor: 5_500,
    profit_minor: 1_688,
  })
  expect((await earningsFor('owner')).lines).toEqual([{ key: '1', label: 'Item 1', amount: '£16.88, 30.7%' }])
})
