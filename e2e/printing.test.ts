import { addRows, rowOf, updateRows } from '#db/testing-row.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { printed } from './pdf.ts'
import { guidePicture, keepPage, openPage, printDialogsOf, signIn, testHub, useBrowser } from './testing.ts'

let seller: number

useBrowser()
const test = await testHub()

beforeAll(async () => {
  const { id } = await rowOf(test.db.owner, 'sellers', { username: 'harbour-camera' })
  seller = id
})

const openAsShipper = keepPage((page) => signIn(page, test, 'shipper@demo.example'))
const open = (address: string) => openAsShipper(test.url + address)
const openAsManager = keepPage((page) => signIn(page, test, 'manager@demo.example'))

/** Orders awaiting shipment without any prints, in the order of the list. */
async function awaiting(count: number): Promise<string[]> {
  const rows = await test.db.owner
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', seller)
    .where('status', '=', 'AWAITING_SHIPMENT')
    .where('line_count', '<=', 3)
    .where(
      'id',
      'not in',
      test.db.owner.selectFrom('printed_orders').select('order_id').where('seller_id', '=', seller),
    )
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.order_number)
}

/** Chooses a document and prints it; leads to its sheets. */
async function print(page: Page, what: string): Promise<void> {
  await page.getByRole('radio', { name: what }).check()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.waitForURL(/print\/run/)
}

/** Gives an order an address in other scripts. */
async function moveTo(number: string, address: Record<string, string>): Promise<void> {
  const { ship_to_address_id: id } = await orderOf(number)
  await updateRows(test.db.owner, 'addresses', { seller_id: seller, id: id! }, address)
}

function orderOf(number: string) {
  return rowOf(test.db.owner, 'orders', { seller_id: seller, order_number: number })
}

/** Adds lines to an order, each two lines high on paper. */
async function addLines(number: string, count: number): Promise<void> {
  const { id: order_id, currency } = await orderOf(number)
  await addRows(
    test.db.owner,
    'line_items',
    Array.from({ length: count }, (_, index) => ({
      seller_id: seller,
      order_id,
      position: index + 100,
      item_number: '110000000000',
      sku: `LONG-${String(index + 1).padStart(3, '0')}`,
      title: `Thing number ${index + 1}, with a title that goes on and on until it needs a second line on the paper`,
      currency,
      quantity: 1,
      unit_price_minor: 100,
    })),
  )
}

/** Whether a text contains a word: a PDF stores letters in drawing order, also for right-to-left scripts. */
function hasWord(text: string, word: string): boolean {
  const letters = (of: string) => [...of].toSorted().join('')
  return text.split(/\s+/).some((other) => letters(other) === letters(word))
}

const near = (millimetres: number) => ({ asymmetricMatch: (value: number) => Math.abs(value - millimetres) < 0.5 })

describe('packing slips', () => {
  it('are printed for what is selected in the list, one to a page of A4, and the orders say so', async () => {
    const page = await open(`${paths.orders}?status=awaiting-shipment`)
    const boxes = page.locator('tbody').getByRole('checkbox')
    for (const index of [0, 1, 2]) await boxes.nth(index).check()
    const numbers = (await page.locator('tbody tr a[href*=orderid]').allInnerTexts()).filter((text) => /^\d/.test(text))
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Print for 3 orders' }).waitFor()
    await guidePicture(page, 'print-choice')
    await print(page, 'Packing slips')
    await expectAccessible(page)
    await guidePicture(page, 'packing-slip')
    // German column headings are longer and still fit the paper.
    const wide = await page.locator('th.figure').evaluateAll((heads) =>
      heads.filter((head) => {
        head.textContent = 'In diesem Paket'
        return head.scrollWidth > head.clientWidth
      }),
    )
    expect(wide).toHaveLength(0)
    const sheets = await printed(page)
    expect(sheets).toHaveLength(3)
    for (const [index, sheet] of sheets.entries()) {
      expect(sheet).toMatchObject({ width: near(210), height: near(297) })
      expect(sheet.text).toContain(`Order ${numbers[index]}`)
      expect(sheet.text).toContain('Parcel 1 of 1')
      expect(sheet.text).toContain('Harbour Camera')
    }
    // Screen-only texts are not printed.
    expect(sheets[0]!.text).not.toContain('take the mark back')
  })

  it('ask for the browser’s dialog by themselves once, by their button as often as it is pressed', async () => {
    const [number] = await awaiting(1)
    const page = await open(`${paths.ordersPrint}?keys=${number}`)
    await print(page, 'Packing slips')
    await expect.poll(() => printDialogsOf(page)).toBe(1)
    const button = page.getByRole('button', { name: 'Print', exact: true })
    await button.click()
    expect(await printDialogsOf(page)).toBe(2)
    await page.reload()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await button.click()
    expect(await printDialogsOf(page)).toBe(1)
  })

  it('print every script, from its own side', async () => {
    const [number] = await awaiting(1)
    await moveTo(number!, {
      name: 'דנה כהן',
      line1: 'شارع الكورنيش',
      city: 'Αθήνα',
      line2: 'Łódź Ñandú',
      country: 'GR',
    })
    const page = await open(`${paths.ordersPrint}?keys=${number}`)
    await print(page, 'Packing slips')
    const [sheet, ...others] = await printed(page)
    expect(others).toEqual([])
    for (const word of ['דנה', 'כהן', 'شارع', 'الكورنيش', 'Αθήνα', 'Łódź', 'Ñandú', 'Greece'])
      expect(hasWord(sheet!.text, word), `${word} in\n${sheet!.text}`).toBe(true)
    // The whole address is aligned with its name's direction, the rest of the page with English.
    const sides = page.locator('.parties, .to > div')
    expect(await sides.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual(['ltr', 'rtl'])
  })

  it('go on over pages without splitting a line, and each page has the head of the table', async () => {
    const [number] = await awaiting(1)
    await addLines(number!, 60)
    const page = await open(`${paths.ordersPrint}?keys=${number}`)
    await print(page, 'Packing slips')
    const sheets = await printed(page)
    expect(sheets.length).toBeGreaterThan(2)
    for (const [index, { text }] of sheets.entries()) {
      if (text.includes('Thing number')) expect(text, `page ${index + 1}`).toContain('In this parcel')
      expect(text).toContain(`Page ${index + 1} of ${sheets.length}`)
    }
    for (let line = 1; line <= 60; line += 1) {
      const sku = `LONG-${String(line).padStart(3, '0')}`
      const whole = sheets.filter(({ text }) => text.includes(sku) && text.includes(`Thing number ${line},`))
      expect(whole, sku).toHaveLength(1)
    }
  })

  it('are on US Letter where the seller says so, with the sender and the text that were set', async () => {
    const page = await open(paths.printSettings)
    await page.getByLabel('Sender’s address').fill('12 Main Street\nAustin, TX 73301')
    await page.getByLabel('Text on packing slips').fill('Write to us first.')
    await page.getByLabel('Paper').selectOption('US Letter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    const [number] = await awaiting(1)
    await openPage(page, `${test.url}${paths.ordersPrint}?keys=${number}`)
    await print(page, 'Packing slips')
    const [sheet, ...others] = await printed(page)
    expect(others).toEqual([])
    expect(sheet).toMatchObject({ width: near(215.9), height: near(279.4) })
    expect(sheet!.text).toContain('Austin, TX 73301')
    expect(sheet!.text).toContain('Write to us first.')
  })
})

describe('a pick list', () => {
  it('goes through the stock room by bin and SKU, with a box and the order, and asks once for what is still to be sent', async () => {
    const numbers = await awaiting(6)
    const page = await open(`${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await print(page, 'Pick list')
    const rows = page.locator('tbody tr')
    const bins = await page.locator('tbody td.bin').allInnerTexts()
    const known = bins.filter((bin) => bin !== '')
    expect(known.length).toBeGreaterThan(3)
    expect(known).toEqual(known.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    expect(bins.slice(known.length)).toEqual(bins.slice(known.length).map(() => ''))
    const sheets = await printed(page)
    const text = sheets.map((sheet) => sheet.text).join('\n')
    for (const number of numbers) expect(text).toContain(number)
    expect(text).toContain('6 orders')
    expect(sheets[0]).toMatchObject({ width: near(215.9) })
    const skus = await rows.locator('.small bdi').allInnerTexts()
    expect(await page.locator('.row-code svg').count()).toBe(skus.filter((sku) => /^[A-Z]+-\d+$/.test(sku)).length)
  })
})

describe('address labels', () => {
  it('fill sheets from the first label that is left', async () => {
    const numbers = await awaiting(9)
    const page = await open(`${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await page.getByRole('radio', { name: 'Address labels' }).check()
    await page.getByLabel('Labels', { exact: true }).selectOption('a4-2x7')
    await page.getByLabel('First label').fill('15')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText('Enter a label from 1 to 14.').first().waitFor()
    await page.getByLabel('First label').fill('12')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.waitForURL(/print\/run/)
    const sheets = await printed(page)
    expect(sheets).toHaveLength(2)
    expect(sheets[0]).toMatchObject({ width: near(210), height: near(297) })
    // Three labels are left on the started sheet.
    const [begun, whole] = sheets.map(({ text }) => numbers.filter((number) => text.includes(number)))
    expect(begun).toEqual(numbers.slice(0, 3))
    expect(whole).toEqual(numbers.slice(3))
    // No address is cut off.
    const cut = page.locator('.label')
    expect(await cut.evaluateAll((all) => all.filter((label) => label.scrollHeight > label.clientHeight).length)).toBe(
      0,
    )
  })

  it('are a page of 4 by 6 inches each from a roll', async () => {
    const numbers = await awaiting(3)
    await moveTo(numbers[2]!, { name: 'Ann', country: 'US', city: 'Austin', region: 'TX', postal_code: '73301' })
    const page = await open(`${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await page.getByRole('radio', { name: 'Address labels' }).check()
    await page.getByLabel('Labels', { exact: true }).selectOption('roll-4x6')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.waitForURL(/print\/run/)
    const sheets = await printed(page)
    expect(sheets).toHaveLength(3)
    for (const [index, sheet] of sheets.entries()) {
      expect(sheet).toMatchObject({ width: near(101.6), height: near(152.4) })
      expect(sheet.text).toContain(numbers[index]!)
    }
    expect(sheets[2]!.text).toContain('Austin, TX 73301')
    expect(sheets[2]!.text).toContain('UNITED STATES')
  })
})

describe('the hub', () => {
  it('remembers what was printed and by whom, says so before it is printed again, and forgets it when told to', async () => {
    const numbers = await awaiting(2)
    const page = await open(`${paths.ordersPrint}?keys=${numbers[0]}`)
    const unprinted = `${paths.orders}?q=${numbers[0]}&unprinted=slip`
    await print(page, 'Packing slips')
    await page.goto(`${test.url}${paths.orderDetails(numbers[0]!)}`)
    await page.getByText('Packing slip printed').waitFor()
    await page.getByText('printed the packing slip').waitFor()
    await page.goto(test.url + unprinted)
    expect(await page.locator('tbody tr').count()).toBe(0)
    await openPage(page, `${test.url}${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await page.getByText(/1 of them already printed, by Joe Marsden/).waitFor()
    await page.getByLabel('Only those not printed yet').check()
    await page.getByRole('radio', { name: 'Address labels' }).check()
    await page.getByLabel('Labels', { exact: true }).selectOption('a4-2x7')
    await page.getByLabel('First label').fill('15')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByText('Enter a label from 1 to 14.').first().waitFor()
    expect(await page.getByLabel('Only those not printed yet').isChecked()).toBe(true)
    await print(page, 'Packing slips')
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([numbers[1]])
    await page.getByRole('button', { name: 'Nothing came out?' }).click()
    await page.waitForURL(`${test.url}${paths.orders}`)
    await page.goto(`${test.url}${paths.orders}?q=${numbers[1]}&unprinted=slip`)
    await page.getByRole('link', { name: numbers[1]!, exact: true }).waitFor()
  })

  it('prints without JavaScript', async () => {
    const [number] = await awaiting(1)
    const page = await formPage(test, 'shipper@demo.example')
    await page.open(paths.orderDetails(number!))
    await page.follow('Print')
    page.check('Packing slips')
    await page.press('Print')
    expect(page.url.pathname).toMatch(/print\/run/)
    page.one('heading', number)
  })
})

describe('invoices', () => {
  it('are numbered once and for all, say what was paid to the cent, and stay as they were after a refund', async () => {
    const numbers = await awaiting(2)
    const page = await openAsManager(test.url + paths.printSettings)
    await page.getByLabel('Invoice number prefix').fill('R-')
    await page.getByLabel('Tax number').fill('GB 123 4567 89')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    await openPage(page, `${test.url}${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await print(page, 'Invoices')
    const sheets = await printed(page)
    expect(sheets).toHaveLength(2)
    for (const [index, sheet] of sheets.entries()) {
      const { total_minor: minor, currency } = await orderOf(numbers[index]!)
      expect(sheet.text).toContain(`R-${index + 1}`)
      expect(sheet.text).toContain(numbers[index]!)
      expect(sheet.text).toContain('GB 123 4567 89')
      expect(sheet.text).toContain(textsFor('en', 'Europe/London').money({ minor, currency }))
    }
    // The column fits any amount.
    const cut = await page.evaluate(() => {
      const figures = [...document.querySelectorAll('.invoice .figure')]
      for (const figure of figures) figure.textContent = 'IDR 479,108,560.00'
      return figures.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
    })
    expect(cut).toBe(0)
    const { id: order_id, currency } = await orderOf(numbers[1]!)
    await addRows(test.db.owner, 'refunds', {
      seller_id: seller,
      order_id,
      reason: 'BUYER_RETURN',
      currency,
      amount_minor: 100,
      refunded_at: new Date(),
    })
    await moveTo(numbers[1]!, { name: 'Somebody Else' })
    await openPage(page, `${test.url}${paths.ordersPrint}?keys=${numbers[1]}`)
    await print(page, 'Invoices')
    const [again] = await printed(page)
    const body = (text: string) => text.slice(0, text.indexOf('Printed ')).replaceAll(/Page \d+ of \d+\s*/g, '')
    expect(body(again!.text)).toBe(body(sheets[1]!.text))
    // A credit note with its own number corrects the invoice.
    await openPage(page, `${test.url}${paths.ordersPrint}?keys=${numbers.join(',')}`)
    await page.getByText('1 left out: no refund.').waitFor()
    await print(page, 'Credit notes')
    const [credit, ...others] = await printed(page)
    expect(others).toEqual([])
    for (const said of [
      'R-C1',
      'R-2 of ',
      numbers[1]!,
      textsFor('en', 'Europe/London').money({ minor: 100, currency }),
    ])
      expect(credit!.text).toContain(said)
  })
})
