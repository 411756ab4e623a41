import { describe, expect, it } from 'vitest'
import type { CaseState } from '#features/core/order/order-case.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { guidePicture, newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const as = (email: string, options?: Parameters<typeof newPage>[0]) => signedInPage(test, email, options)

/** A case of the demo shop in a state. */
async function caseIn(state: CaseState): Promise<string> {
  const row = await test.db.owner
    .selectFrom('cases as c')
    .innerJoin('sellers as s', 's.id', 'c.seller_id')
    .select('c.case_number')
    .where('s.username', '=', 'harbour-camera')
    .where('c.state', '=', state)
    .orderBy('c.id')
    .executeTakeFirstOrThrow()
  return row.case_number
}

const rowOf = (number: string) =>
  test.db.owner
    .selectFrom('cases')
    .select(['state', 'amount_minor', 'refund_minor'])
    .where('case_number', '=', number)
    .executeTakeFirstOrThrow()

describe('a return', () => {
  it('is found, answered by what the answer means, with words to the buyer, and refunded', async () => {
    const page = await as('owner@demo.example')
    const number = await caseIn('RETURN_REQUESTED')
    await openPage(page, `${test.url}${paths.orders}`)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Returns/ })
      .first()
      .click()
    await page.getByRole('link', { name: /^Waiting for you/ }).click()
    await page.waitForURL(/turn=you/)
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { level: 1, name: `Return ${number}` }).waitFor()
    await expectAccessible(page)
    await guidePicture(page, 'return')
    // Each partial refund shows its cost before it is chosen.
    await page.getByLabel('Part of the price').selectOption('20')
    await page.getByRole('button', { name: 'Offer a partial refund' }).waitFor()
    await page.getByRole('radio', { name: 'Accept the return' }).check()
    await page.getByLabel(/sent with the answer/).fill('Thank you for telling me. The label follows.')
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.getByLabel(/sent with the answer/).press('Control+Enter')
    await page.getByRole('status').getByText('Done: accepted.').waitFor()
    await page.getByText('The label follows.').waitFor()
    expect((await rowOf(number)).state).toBe('RETURN_LABEL_PENDING')

    const back = await caseIn('ITEM_DELIVERED')
    await openPage(page, `${test.url}${paths.caseDetails(back)}`)
    await page.getByRole('radio', { name: /^Refund £/ }).check()
    await page.getByRole('button', { name: /^Refund £/ }).click()
    await page.getByRole('status').getByText('Done: refund of').waitFor()
    const { state, refund_minor, amount_minor } = await rowOf(back)
    // The payment side has answered by then.
    expect({ state, refund_minor }).toEqual({ state: 'CLOSED', refund_minor: amount_minor })
    const item = page.getByRole('region', { name: 'Returned item' })
    await item.getByRole('button', { name: 'Put back into stock' }).click()
    await page
      .getByRole('status')
      .getByText(/back in stock\.$/)
      .waitFor()
    await item.getByText(/ put back into stock by /).waitFor()
    await expectAccessible(page)
    // The order shows the case and links back to it.
    await page.getByRole('link', { name: /^\d\d-\d{5}-\d{5}$/ }).click()
    await page.getByRole('link', { name: `Return ${back}` }).waitFor()
    await page.getByText(`Return ${back}: the refund was made`).waitFor()
  })

  it('keeps an answer that is being made while its page is left for the conversation or the order, until it is given', async () => {
    const page = await as('owner@demo.example')
    const number = await caseIn('RETURN_REQUESTED')
    await openPage(page, `${test.url}${paths.caseDetails(number)}`)
    const part = page.getByLabel('Part of the price')
    const words = page.getByLabel(/sent with the answer/)
    await part.selectOption('30')
    await words.fill('Would that be fair?')
    const isThere = async () => {
      expect([await part.inputValue(), await words.inputValue()]).toEqual(['30', 'Would that be fair?'])
      await page.getByRole('button', { name: 'Offer a partial refund' }).waitFor()
    }
    const thread = page.getByRole('region', { name: 'Messages' })
    // One box for a message: what is only asked is written in the conversation.
    expect(await page.getByRole('textbox', { name: /message/i }).count()).toBe(1)
    await thread.getByRole('link', { name: 'Open conversation' }).click()
    const message = page.getByRole('textbox', { name: 'Message to the buyer' })
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Sorry for the wait' })
    await page.getByRole('button', { name: 'Insert template' }).click()
    await expect.poll(() => message.inputValue()).not.toBe('')
    await message.fill('Could you send a photo?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Could you send a photo?').first().waitFor()
    await expect.poll(() => message.inputValue()).toBe('')
    const toCase = page.getByRole('link', { name: `Return ${number}` })
    await toCase.click()
    await thread.getByText('Could you send a photo?').waitFor()
    await isThere()
    await page.getByRole('link', { name: /^\d\d-\d{5}-\d{5}$/ }).click()
    await toCase.click()
    await page.getByRole('heading', { level: 1, name: `Return ${number}` }).waitFor()
    await isThere()
    await page.getByRole('button', { name: 'Offer a partial refund' }).click()
    await page.getByRole('status').getByText('Done: 30% of the price offered').waitFor()
    await thread.getByText('Would that be fair?').waitFor()
    expect((await rowOf(number)).state).toBe('PARTIAL_REFUND_REQUESTED')
  })
})

it('what has not come is answered without JavaScript; a number that cannot be is named, and what was typed stays', async () => {
  const page = await formPage(test, 'manager@demo.example')
  const number = await caseIn('WAITING_SELLER_RESPONSE')
  await page.open(paths.caseDetails(number))
  page.check('Show where the parcel is')
  page.fill('Tracking number', 'RN473124828GB')
  page.fill(/sent with the answer/, 'It is with the carrier.')
  await page.press('Send the answer')
  page.says('Royal Mail expects check digit 9, but this number has 8.')
  expect(page.value(/sent with the answer/)).toBe('It is with the carrier.')
  expect((await rowOf(number)).state).toBe('WAITING_SELLER_RESPONSE')
  page.fill('Tracking number', 'RN473124829GB')
  await page.press('Show where the parcel is')
  page.says('Done: answered with the parcel Royal Mail RN473124829GB.')
  expect((await rowOf(number)).state).toBe('WAITING_BUYER_RESPONSE')
})
