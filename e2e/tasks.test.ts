import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => void (test = await testHub()))

describe('the list of all that is due', () => {
  it('is walked by keyboard: to the next line, into it, and to what its button does', async () => {
    const page = await newPage()
    await signIn(page, test, 'owner@demo.example')
    /** Shows one kind; keys before its lines are there would be meant for others. */
    const show = async (kind: RegExp) => {
      const chip = page.getByRole('link', { name: kind }).first()
      const count = await chip.locator('b').innerText()
      await chip.click()
      await page.locator('main').getByText(`${count} tasks`).waitFor()
    }
    await openPage(page, test.url + paths.tasks())
    await expectAccessible(page)
    await show(/^Ship \d+$/)
    const line = (at: number) => page.locator('[data-task]').nth(at)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-task'))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused()).toBe(await line(1).getAttribute('data-task'))
    await page.keyboard.press('k')
    expect(await focused()).toBe(await line(0).getAttribute('data-task'))
    const number = /\d\d-\d{5}-\d{5}/.exec(await line(0).innerText())![0]
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/sh/ord/details' && url.searchParams.get('orderid') === number)
    await page.goBack()
    await line(0).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.waitForURL((url) => url.pathname === '/sh/ord/ship' && url.searchParams.get('orderid') === number)
    await page.goBack()
    await line(0).waitFor()
    // What sends money at once takes the key twice: first to its button, then it is done, and the line is gone.
    await show(/^Cancellations \d+$/)
    const requests = await page.locator('[data-task]').count()
    const asked = /\d\d-\d{5}-\d{5}/.exec(await line(0).innerText())![0]
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Accept and refund/)
    await page.keyboard.press('e')
    await page.waitForURL((url) => url.pathname === paths.tasks() && url.search === '')
    await expect.poll(() => page.locator('[data-task]').filter({ hasText: asked }).count()).toBe(0)
    const { cancel_state: state } = await test.db.owner
      .selectFrom('orders')
      .select('cancel_state')
      .where('order_number', '=', asked)
      .executeTakeFirstOrThrow()
    expect(state).toBe('CANCELED')
    expect(requests).toBeGreaterThan(1)
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(problemsOf(page)).toEqual([])
  })

  it('shows a viewer what is due without a button, also without scripts, by kind and by money', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await signIn(page, test, 'viewer@demo.example')
    await page.goto(test.url + paths.tasks())
    const lines = page.locator('[data-task]')
    expect(await lines.count()).toBeGreaterThan(5)
    expect(await page.locator('[data-act] :is(a, button)').count()).toBe(0)
    const chip = page.getByRole('link', { name: /^Cancellations \d+$/ })
    const requests = Number(/\d+/.exec(await chip.innerText())![0])
    await chip.click()
    expect(await lines.count()).toBe(requests)
    await page.getByRole('link', { name: 'Most money first' }).click()
    expect(new URL(page.url()).search).toBe('?kind=cancellation&sort=money')
    expect(await lines.count()).toBe(requests)
  })

  it('follow from working days, whose change is shown before it is saved and moves nothing that was promised', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await signIn(page, test, 'manager@demo.example')
    const promised = () =>
      test.db.owner
        .selectFrom('orders')
        .select(['id', 'ship_by'])
        .where('ship_by', 'is not', null)
        .orderBy('id')
        .execute()
    const before = await promised()
    await page.goto(test.url + paths.shipCalendar)
    await page.getByLabel('Handling time in working days').fill('31')
    await page.getByRole('button', { name: 'See what changes' }).click()
    await page.getByText('Enter a whole number of days from 0 to 30.').first().waitFor()
    await page.getByLabel('Handling time in working days').fill('3')
    await page.getByLabel('Public holidays').selectOption('GB-ENG')
    await page.getByRole('button', { name: 'See what changes' }).click()
    await page.getByText(/orders keep the day that was promised/).waitFor()
    await page.getByText(/unpaid orders move, were they paid now/).waitFor()
    await page.getByRole('button', { name: 'Save these rules' }).click()
    await page.getByText('Your working days are saved.').waitFor()
    expect(await page.getByLabel('Handling time in working days').inputValue()).toBe('3')
    await page.getByText(/Next: Christmas Day/).waitFor()
    expect(await promised()).toEqual(before)
  })
})
