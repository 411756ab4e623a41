import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { ofShop, ratedOrder, shop } from './page-addresses.ts'
import type { TestHub } from './testing.ts'

/** Pages of a seller with forms of their own. */
async function pagesWithForms(test: TestHub): Promise<string[]> {
  const item = await ofShop(test, 'listings', 'item_number', { state: 'ACTIVE' })
  const order = await ofShop(test, 'orders', 'order_number', { status: 'AWAITING_SHIPMENT' })
  const waiting = await ofShop(test, 'cases', 'case_number', { state: 'RETURN_REQUESTED' })
  const back = await ofShop(test, 'cases', 'case_number', { state: 'ITEM_DELIVERED' })
  const disputed = await ofShop(test, 'disputes', 'dispute_number', { state: 'ACTION_NEEDED' })
  const [said, unrefunded] = [await ratedOrder(test), await unrefundedOrder(test)]
  const bulk = Object.values(paths.listingsBulk).map((path) => `${path}?step=sellSimilar&all=1&limit=25`)
  // Filtered lists can be saved as views.
  const lists = [paths.orders, ...Object.values(paths.listings)].map((path) => `${path}?q=a`)
  const ofOrders = [
    paths.orderDetails(order),
    paths.orderDetails(unrefunded),
    paths.orderFeedback(said, 0),
    paths.shipOrder(order),
    paths.refundOrder(order),
    paths.cancelOrder(order),
    withQuery(paths.ordersPrint, { all: '1' }),
    withQuery(paths.ordersShip, { all: '1', status: 'awaiting-shipment' }),
    withQuery(paths.ordersTag, { all: '1' }),
    withQuery(paths.ordersCancel, { all: '1', status: 'awaiting-payment', placed: 'cancellable' }),
    paths.caseDetails(waiting),
    paths.caseDetails(back),
    paths.disputeDetails(disputed),
    paths.tasks(),
    paths.uploadOf('tracking'),
    paths.pack,
    paths.enterCosts(),
    paths.saleEvent(),
    paths.priceRule(item),
    paths.priceRulesStop,
  ]
  const settings = [
    paths.messages,
    paths.preferences,
    paths.printSettings,
    paths.policies,
    paths.caseRules,
    paths.shipCalendar,
    paths.timeAway,
    paths.stockLocations(),
    paths.mailSettings,
    paths.payoutSettings,
    paths.costSettings,
    paths.templates,
    paths.apiKeys,
    paths.webhooks,
    // Its forms may end the session.
    paths.security,
  ]
  return [...lists, ...bulk, ...ofOrders, paths.listing(item), paths.listingForm(), ...settings]
}

/** An order with a failed refund. */
async function unrefundedOrder({ db }: TestHub): Promise<string> {
  const row = await db.owner
    .selectFrom('refunds')
    .innerJoin('sellers', 'sellers.id', 'refunds.seller_id')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('order_number')
    .where('sellers.username', '=', shop)
    .where('refunds.state', '=', 'FAILED')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.order_number
}

/** Excluded: they end the session or leave the new interface. */
const leavingHere: string[] = [paths.signOut, paths.switchTool]

/**
 * Submits one form of each kind as its page has it: it must succeed or be refused with a field error. Same-origin, as
 * sent by a browser. Returns the targets.
 */
export async function submitEachForm(page: Page, test: TestHub): Promise<Set<string>> {
  const seen = new Map<string, string>()
  for (const path of await pagesWithForms(test)) {
    const sent = await page.evaluate(sendForms, {
      path,
      seen: [...seen.keys()],
      not: leavingHere,
      last: paths.switchSeller,
    })
    for (const { kind, action, status } of sent) {
      seen.set(kind, action)
      expect(status < 400 || status === 422, `${path}: ${kind} was answered with ${status}`).toBe(true)
    }
  }
  return new Set(seen.values())
}

/**
 * In the browser: submits each new kind of form on a page and returns the statuses; a redirect is 0. The page is
 * fetched, not rendered, for speed. A form outdated by the previous one is resubmitted from a fresh page; switching
 * sellers comes last.
 */
async function sendForms({ path, seen, not, last }: { path: string; seen: string[]; not: string[]; last: string }) {
  const read = async () => {
    const answer = await fetch(path)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return Array.from(page.querySelectorAll<HTMLFormElement>('form[method=post]'), (form) => {
      const target = new URL(form.getAttribute('action') ?? '', answer.url)
      const data = new FormData(form, form.querySelector<HTMLButtonElement>('button[type=submit]'))
      const names = [...new Set(data.keys())].filter((name) => name !== 'srt')
      const kind = [target.pathname, ...names, form.querySelector<HTMLButtonElement>('button[name]')?.value].join(' ')
      return { form, target, data, kind, referrer: answer.url }
    })
  }
  const send = async ({ form, target, data, referrer }: Awaited<ReturnType<typeof read>>[number]) => {
    const fields = [...data].map(([name, value]): [string, string] => [name, value instanceof File ? '' : value])
    const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(fields)
    return (await fetch(target, { method: 'POST', body, redirect: 'manual', referrer })).status
  }
  const sent: { kind: string; action: string; status: number }[] = []
  const isLast = (one: { target: URL }) => Number(one.target.pathname === last)
  for (const one of (await read()).toSorted((a, b) => isLast(a) - isLast(b))) {
    const { kind, target } = one
    const action = target.pathname
    if (not.includes(action) || seen.includes(kind) || sent.some((other) => other.kind === kind)) continue
    const status = await send(one)
    const now = status === 409 ? (await read()).find((other) => other.kind === kind) : null
    sent.push({ kind, action, status: now ? await send(now) : status })
  }
  return sent
}
