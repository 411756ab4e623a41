import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { endSessions } from '#features/shop/accounts/sessions-db.server.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { ofShop } from './page-addresses.ts'
import { newPage, openPage, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

useBrowser()
let test: TestHub
beforeAll(async () => {
  test = await testHub()
})

const owner = 'owner@demo.example'

async function endOwnSessions(): Promise<void> {
  const members = test.db.owner.selectFrom('members').select('id').where('email', '=', owner)
  await endSessions(test.db.owner, { memberId: (await members.executeTakeFirstOrThrow()).id })
}

/** Fills the form in by `type`, and presses `button` after the session has ended; signs in again and presses it once more. */
async function sendTwice(page: Page, { type, button }: { type: () => Promise<void>; button: string }): Promise<void> {
  await type()
  await endOwnSessions()
  const send = page.getByRole('main').getByRole('button', { name: button, exact: true })
  await send.click()
  const message = page.getByRole('alert').filter({ hasText: 'You are signed out' })
  await message.getByRole('link', { name: 'Sign in in a new window' }).waitFor()
  await expectAccessible(page)
  const second = await page.context().newPage()
  await signIn(second, test, owner)
  await second.close()
  await send.click()
}

it('a message, a note, a tracking number and a refund are sent after signing in again in a new window, and nothing is typed twice', async () => {
  const page = await newPage()
  await signIn(page, test, owner)
  const number = await ofShop(test, 'orders', 'order_number', { status: 'AWAITING_SHIPMENT' })
  const main = page.getByRole('main')

  await openPage(page, test.url + paths.orderDetails(number))
  const message = main.getByRole('textbox', { name: /^Message/ })
  await sendTwice(page, { type: () => message.fill('It leaves today'), button: 'Send' })
  await main.getByText('It leaves today').first().waitFor()

  await openPage(page, test.url + paths.orderNotes(number))
  const note = main.getByRole('textbox', { name: /note/i }).first()
  await sendTwice(page, { type: () => note.fill('Pack twice'), button: 'Save note' })
  await main.getByText('Pack twice').first().waitFor()

  await openPage(page, test.url + paths.shipOrder(number))
  const tracking = main.getByLabel(/^Tracking number/).first()
  await sendTwice(page, { type: () => tracking.fill('RN473124829GB'), button: 'Ship' })
  await main.getByText('RN473124829GB').first().waitFor()

  const delivered = await ofShop(test, 'orders', 'order_number', { status: 'DELIVERED', currency: 'GBP' })
  await openPage(page, test.url + paths.refundOrder(delivered))
  const type = async () => {
    await main.getByLabel('An amount').check()
    await main.getByLabel('Amount in GBP').fill('1')
    await main.getByLabel('Reason').selectOption('Other adjustment')
  }
  await sendTwice(page, { type, button: 'Refund £1.00' })
  await page.getByText('Refunded £1.00: Other adjustment').first().waitFor()
  expect(page.url()).toContain(paths.orderDetails(delivered))
})

it('settings in a form of the browser’s own are kept as well', async () => {
  const page = await newPage()
  await signIn(page, test, owner)
  await openPage(page, test.url + paths.templates)
  const main = page.getByRole('main')
  const type = async () => {
    await main.getByLabel('Name').last().fill('Leaves today')
    await main.getByLabel('Text').last().fill('It leaves today.')
  }
  await sendTwice(page, { type, button: 'Save' })
  await page.waitForURL(/done=saved/)
  expect(await main.getByRole('status').allInnerTexts()).toContain('Template saved.')
})

it('without script a refused form comes back with what was typed, and is sent again from there', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await signIn(page, test, owner)
  await page.goto(test.url + paths.templates)
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).last().fill('Packed today')
  await main.getByLabel('Text', { exact: true }).last().fill('It is packed today, and leaves tomorrow.')
  await endOwnSessions()
  await main.getByRole('button', { name: 'Save' }).last().click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect(await page.getByLabel('What you typed').inputValue()).toBe('It is packed today, and leaves tomorrow.')
  await signIn(page, test, owner)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('heading', { name: 'This form has expired' }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.waitForURL(/done=saved/)
})
