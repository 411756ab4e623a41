import { rowOf, addRows } from '#db/testing-row.ts'
import { expect } from 'vitest'
import type { TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addTestColleague, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import type { TestServices } from '#features/people/accounts/testing.ts'
import * as draftResource from './keep/draft-resource.ts'
import type { FormView } from './form/form-view.ts'
import * as page from './listing-form-page.tsx'
import { hiddenValues } from './form/sent-form.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

/** The address of a form. */
export const formUrl = (query: string) => `/sl/list?${query}`

/** Two products for forms: one known to the taxonomy, one unknown. */
export async function addFormProducts(db: TestDatabase): Promise<void> {
  await addRows(db.owner, 'products', [
    {
      epid: '1000000001',
      gtin: '4006381333931',
      brand: 'Leica',
      title: 'Leica M3 rangefinder',
      category: 'Cameras & Photography > Film Cameras',
      image_url: '/m3.webp',
      weight_grams: 595,
    },
    {
      epid: '1000000002',
      gtin: null,
      brand: 'Leica',
      title: 'Leica M6 100% boxed',
      category: 'Cine photo',
      image_url: null,
    },
  ])
}

/** A shop with a signed-in owner, and form actions. */
export async function addFormShop(hub: TestServices, db: TestDatabase, username: string) {
  const { id: sellerId, browser } = await addShop(hub, db, username)

  /** Opens a form as a browser does, following its one redirect. */
  async function open(query: string, by: TestBrowser = browser): Promise<FormView> {
    const first = await by.get(page, formUrl(query))
    const { data } = first.location ? await by.get(page, first.location) : first
    return data as FormView
  }
  function send(view: Pick<FormView, 'hidden'>, intent: string, typed: Record<string, string>) {
    return browser.post(page, formUrl('mode=AddItem'), { ...hiddenValues(view.hidden), intent, ...typed })
  }
  function keep(view: Pick<FormView, 'hidden'>, typed: Record<string, string>, by: TestBrowser = browser) {
    return by.post(draftResource, '/sl/list/draft', { ...hiddenValues(view.hidden), ...typed })
  }
  const listings = () =>
    db.owner.selectFrom('listings').selectAll().where('seller_id', '=', sellerId).orderBy('id').execute()

  /** Complete input for a listing of the first product, with the shop's policies. */
  async function complete(change: Record<string, string> = {}): Promise<Record<string, string>> {
    return {
      title: 'Leica M3, 1957',
      epid: '1000000001',
      category: 'Cameras & Photography > Film Cameras',
      condition: 'VERY_GOOD',
      format: 'FIXED_PRICE',
      price: '1,249.00',
      quantity: '1',
      description: '<p>Serviced <b>2025</b></p><script>alert(1)</script><img src=x onerror=alert(1)>',
      'aspect.Brand': 'Leica',
      'aspect.Model': 'M3',
      'aspect.Type': 'Rangefinder',
      'aspect.Film format': '35 mm',
      'aspect.Mount': 'Leica M',
      handling: '1',
      'policy.FULFILMENT': await addPolicy(db, sellerId, 'FULFILMENT'),
      'policy.PAYMENT': await addPolicy(db, sellerId, 'PAYMENT'),
      'policy.RETURN': await addPolicy(db, sellerId, 'RETURN'),
      ...change,
    }
  }
  /** Publishes a new listing; returns its item number. */
  async function publish(change: Record<string, string> = {}): Promise<string> {
    const { location, data } = await send(await open('mode=AddItem'), 'publish', await complete(change))
    const address = new URL(location ?? `http://x/?item=${JSON.stringify(data)}`, 'http://x')
    const number = address.searchParams.get('item')!
    expect(number).toMatch(/^\d{12}$/)
    return number
  }
  return { sellerId, browser, open, send, keep, listings, complete, publish }
}

async function addShop(
  hub: TestServices,
  db: TestDatabase,
  username: string,
): Promise<{ id: number; browser: TestBrowser }> {
  const id = await addSeller(db, username)
  return { id, browser: await addTestColleague(hub, id, 'owner', 'Ada Example') }
}

async function addPolicy(db: TestDatabase, sellerId: number, kind: 'FULFILMENT' | 'PAYMENT' | 'RETURN') {
  const own = { seller_id: sellerId, kind, name: 'Usual' }
  await db.owner
    .insertInto('seller_policies')
    .values({ ...own, shipping: kind === 'FULFILMENT' ? flatShipping(350) : null, days: kind === 'RETURN' ? 30 : null })
    .onConflict((conflict) => conflict.columns(['seller_id', 'kind', 'name']).doNothing())
    .execute()
  const row = await rowOf(db.owner, 'seller_policies', { seller_id: sellerId, kind, name: 'Usual' })
  return row.id
}

/** Input of a listing in two colours whose SKUs begin with `sku`: four red ones at 20.00, five blue ones at 22.00. */
export const inColours = (sku: string) => ({
  sku: '',
  price: '',
  quantity: '',
  'axis1.name': 'Colour',
  'axis1.values': 'Red, Blue',
  'row.0.values': 'Red',
  'row.0.sku': `${sku}-R`,
  'row.0.price': '20.00',
  'row.0.quantity': '4',
  'row.1.values': 'Blue',
  'row.1.sku': `${sku}-B`,
  'row.1.price': '22.00',
  'row.1.quantity': '5',
})
