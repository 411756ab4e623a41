import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import * as sheetPage from '#features/shipping/labels/buy-labels-page.tsx'
import { startTestCarrier } from '#features/shipping/labels/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as page from './shipping-rules-page.tsx'

const now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase({ poolSize: 8 })
const carrier = await startTestCarrier(db, () => now)
afterAll(() => carrier.stop())

async function shop() {
  const ada = await addTestMember(carrier.hub)
  const sellerId = await addTestSeller(db, { [ada.id]: 'owner' })
  await carrier.account(sellerId)
  const me = await signedInBrowser(carrier.hub, ada.email)
  const names = async () =>
    (await me.get(page, paths.shippingRules())).data.rules.map(({ name }: { name: string }) => name)
  const idOf = async (name: string) =>
    (await me.get(page, paths.shippingRules())).data.rules.find((rule: { name: string }) => rule.name === name).id
  return {
    sellerId,
    me,
    names,
    idOf,
    save: (fields: Record<string, string>) =>
      me.post(page, paths.shippingRules(), { step: 'save', isOn: 'on', ...fields }),
    step: async (step: string, name: string) => me.post(page, paths.shippingRules(), { step, id: await idOf(name) }),
    order: () => addOrderToShip(db, sellerId, [1]),
  }
}

describe('the page', () => {
  it('adds, edits, moves and deletes rules', async () => {
    const own = await shop()
    for (const name of ['One', 'Two', 'Three'])
      expect((await own.save({ name, wish: 'cheapest', countries: 'uk, eu' })).status).toBe(303)
    await own.step('up', 'Three')
    expect(await own.names()).toEqual(['One', 'Three', 'Two'])
    await own.step('up', 'One')
    await own.step('down', 'One')
    await own.step('down', 'Two')
    expect(await own.names()).toEqual(['Three', 'One', 'Two'])
    await own.step('delete', 'One')
    const id = await own.idOf('Two')
    const { edited } = (await own.me.get(page, paths.shippingRules(id))).data
    expect(edited.values).toMatchObject({ name: 'Two', isOn: 'on', countries: 'GB, EU', wish: 'cheapest' })
    const changed = { ...edited.values, id, begun: edited.begun, name: 'Second', gramsTo: '2 kg' }
    expect((await own.save(changed)).status).toBe(303)
    expect(await own.names()).toEqual(['Three', 'Second'])
    // Another member changed it since.
    expect((await own.save({ ...changed, name: 'Other' })).status).toBe(422)
    expect(await own.names()).toEqual(['Three', 'Second'])
    expect((await own.me.post(page, paths.shippingRules(), { step: 'up', id: 'ffffffffffff' })).status).toBe(404)
  })

  it('says what it cannot read, and keeps what was typed', async () => {
    const own = await shop()
    const typed = {
      name: '',
      countries: 'Germany',
      gramsFrom: '3 kg',
      gramsTo: '2 kg',
      minorTo: 'much',
      skus: 'A*B',
      size: '1 x 2',
    }
    const { status, data } = await own.save(typed)
    expect(status).toBe(422)
    expect(Object.keys(data.errors).toSorted()).toEqual(
      ['countries', 'gramsTo', 'minorTo', 'name', 'size', 'skus'].toSorted(),
    )
    expect(data.values).toMatchObject(typed)
    expect((await own.save({ name: 'Nothing', countries: 'GB' })).data.errors.wish).toBeDefined()
    expect(await own.names()).toEqual([])
  })

  it('stores each part of a rule, and shows it again as it was typed', async () => {
    const own = await shop()
    const typed = {
      name: 'All',
      countries: 'GB, EU',
      gramsFrom: '1 g',
      gramsTo: '2000 g',
      minorFrom: '0.50',
      minorTo: '20.00',
      skus: 'A-1\nB*',
      tags: 'gift, VIP',
      wish: '',
      service: 'Tracked 48',
      size: '30 x 20 x 4.5',
      insure: '10.00',
      signature: 'no',
      tag: 'Small',
    }
    await own.save(typed)
    const { edited } = (await own.me.get(page, paths.shippingRules(await own.idOf('All')))).data
    expect(edited.values).toEqual({ ...typed, isOn: 'on' })
  })

  it('tries the rules on the orders that wait', async () => {
    const own = await shop()
    const { number } = await own.order()
    const waiting = async () => (await own.me.get(page, paths.shippingRules())).data.waiting
    expect(await waiting()).toMatchObject([{ order: number, chosen: [] }])
    await own.save({ name: 'Dear', insure: '2', wish: 'fastest', minorFrom: '2' })
    await own.save({ name: 'Abroad', signature: 'yes', countries: 'DE' })
    await own.save({ name: 'Home', service: 'Tracked 48', insure: '0.50', countries: 'GB' })
    await own.save({ name: 'Off', tag: 'Off', isOn: '' })
    const [row] = await waiting()
    expect(row.chosen).toEqual([{ rule: 'Home', words: 'Tracked 48 · insured from £0.50' }])
  })
})

describe('the sheet', () => {
  const rates = async (own: Awaited<ReturnType<typeof shop>>, number: string, fields: Record<string, string> = {}) => {
    const sheet = (await own.me.get(sheetPage, paths.labelsBuyFor(number))).data
    const typed = {
      sheet: sheet.sheetKey,
      take: number,
      [`weight.${number}`]: '350 g',
      [`size.${number}`]: sheet.rows[0].size,
      [`given.${number}`]: sheet.rows[0].given,
      ...fields,
    }
    const { data } = await own.me.post(sheetPage, paths.labelsBuyFor(number), { ...typed, step: 'rates' })
    return { typed, answer: data, row: data.values[number] }
  }

  it('fills a row by the rules, says which chose, and tags the order once its label is bought', async () => {
    const own = await shop()
    const { id, number } = await own.order()
    await own.save({ name: 'UK under 2 kg', countries: 'GB', gramsTo: '2 kg', service: 'tracked 48', size: '30x20x4' })
    await own.save({ name: 'Care', insure: '0', signature: 'yes', tag: 'Care', wish: 'fastest' })
    const { typed, answer, row } = await rates(own, number)
    expect(row).toMatchObject({ size: '30 x 20 x 4', insured: '1.00', signature: true })
    expect(row.service).toContain('|tracked_48|')
    expect(answer.ruled[number]).toBe('Rules: UK under 2 kg and Care · Adds tag: Care')
    const bought = await own.me.post(sheetPage, paths.labelsBuyFor(number), {
      ...typed,
      step: 'buy',
      [`size.${number}`]: row.size,
      [`insured.${number}`]: row.insured,
      [`signature.${number}`]: 'on',
      [`given.${number}`]: row.given,
      [`service.${number}`]: row.service,
    })
    expect(bought.status).toBe(303)
    const label = await db.owner
      .selectFrom('labels')
      .selectAll()
      .where('seller_id', '=', own.sellerId)
      .executeTakeFirst()
    expect(label).toMatchObject({ state: 'BOUGHT', wish: 'tracked_48', insured_minor: 100, signature: true })
    expect(label?.size_mm).toEqual([300, 200, 40])
    const tags = await db.owner.selectFrom('order_tags').select('tag').where('order_id', '=', id).execute()
    expect(tags).toEqual([{ tag: 'Care' }])
  })

  it('keeps what the member typed, and follows the rules of a changed weight elsewhere', async () => {
    const own = await shop()
    const { number } = await own.order()
    await own.save({ name: 'Small', gramsTo: '1 kg', size: '20x10x2', insure: '0', wish: 'cheapest' })
    await own.save({ name: 'Large', size: '60x40x40', wish: 'fastest' })
    const first = await rates(own, number, { [`insured.${number}`]: '7.00' })
    expect(first.row).toMatchObject({ size: '20 x 10 x 2', insured: '7.00' })
    expect(first.row.service).toContain('|tracked_48|')
    expect(first.answer.ruled[number]).toBe('Rule: Small')
    const again = await rates(own, number, {
      [`insured.${number}`]: '7.00',
      [`size.${number}`]: first.row.size,
      [`given.${number}`]: first.row.given,
      [`weight.${number}`]: '3 kg',
    })
    expect(again.row).toMatchObject({ size: '60 x 40 x 40', insured: '7.00' })
    expect(again.row.service).toContain('|tracked_24|')
    expect(again.answer.ruled[number]).toBe('Rule: Large')
  })

  it('takes the cheapest service if none is called as the rule says, and says so', async () => {
    const own = await shop()
    const { number } = await own.order()
    await own.save({ name: 'Dove', service: 'Pigeon' })
    const { answer, row } = await rates(own, number)
    expect(row.service).toContain('|letter|')
    expect(answer.ruled[number]).toBe('Rule: Dove · No rate is called Pigeon; the cheapest is chosen')
  })
})
