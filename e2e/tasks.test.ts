import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { sendTaskMails } from '#features/home/task-mails/send-task-mails.server.ts'
import { dateAt, momentOf } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { smtpServer, type TakenMail } from '#features/people/accounts/testing-smtp-server.ts'
import {
  expectFocus,
  guidePicture,
  newPage,
  openPage,
  settled,
  signIn,
  testHub,
  useBrowser,
  signedInPage,
} from './testing.ts'
import { day } from '#lib/duration.ts'

useBrowser()
const server = await smtpServer()
const mails = server.mails
const test = await testHub({ env: { SMTP_URL: server.url } })

describe('the list of all that is due', () => {
  it('is walked by keyboard: to the next line, into it, and to what its button does', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    /** Shows one kind of task; keys pressed before its lines appear would act on others. */
    const show = async (kind: RegExp) => {
      const chip = page.getByRole('link', { name: kind }).first()
      const count = await chip.locator('b').innerText()
      await chip.click()
      // Another kind may have as many tasks.
      await expect.poll(() => chip.getAttribute('aria-current')).toBe('true')
      await page
        .locator('main')
        .getByText(new RegExp(`^${count} tasks`))
        .waitFor()
    }
    await openPage(page, test.url + paths.tasks())
    await guidePicture(page, 'to-do')
    // The button of a line does not repeat the sum beside it.
    const lines = await page.locator('[data-task]').allInnerTexts()
    const sums = lines.map((text) => text.match(/[£€¥][\d.,]+/g) ?? [])
    expect(sums.flat().length).toBeGreaterThan(9)
    for (const each of sums) expect(each).toEqual([...new Set(each)])
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
    await settled(page)
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.waitForURL((url) => url.pathname === '/sh/ord/ship' && url.searchParams.get('orderid') === number)
    await page.goBack()
    await line(0).waitFor()
    // A task that sends money shows its effects in its line; once done, the line disappears.
    await show(/^Cancellations \d+$/)
    const requests = await page.locator('[data-task]').count()
    const asked = /\d\d-\d{5}-\d{5}/.exec(await line(0).innerText())![0]
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const accept = page.getByRole('button', { name: /^Accept and refund/ })
    await expectFocus(accept)
    const amount = /refund (.+)$/.exec(await accept.innerText())![1]!
    await page.getByText(`${amount} goes back to`).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.search === '?kind=cancellation&done=accepted')
    await page.getByRole('status').getByText('The cancellation is accepted.').waitFor()
    await expect.poll(() => page.locator('[data-task]').filter({ hasText: asked }).count()).toBe(0)
    const { cancel_state: state } = await rowOf(test.db.owner, 'orders', { order_number: asked })
    expect(state).toBe('CANCELED')
    expect(requests).toBeGreaterThan(1)
    // A task that needs input opens in its line, one at a time; Escape returns to the line.
    await show(/^Questions \d+$/)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const question = await focused()
    const nextQuestion = await line(2).getAttribute('data-task')
    await page.keyboard.press('e')
    const message = page.getByRole('textbox', { name: 'Message to the buyer' })
    await expectFocus(message)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await focused()).toBe(question)
    expect(await message.count()).toBe(0)
    await page.keyboard.press('e')
    await expectFocus(message)
    await page.keyboard.type('Yes, it does.')
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).press('Enter')
    await page.getByRole('status').getByText('Your answer was sent.').waitFor()
    expect(new URL(page.url()).search).toBe('?kind=question&done=answered')
    await expect.poll(() => page.locator(`[data-task="${question}"]`).count()).toBe(0)
    // Keys continue at the line's place.
    await page.keyboard.press('j')
    expect(await focused()).toBe(nextQuestion)
    await show(/^Returns \d+$/)
    // The number of a replacement's parcel can be typed at once, and a space in it does not choose the refund above.
    await page
      .getByRole('link', { name: /^Ship: Send the replacement for 5-/ })
      .first()
      .click()
    await expectFocus(page.getByRole('textbox', { name: 'Tracking number' }))
    await page.keyboard.type('RN 4731 2482 9 GB')
    expect(await page.getByRole('radio', { name: 'Replacement sent' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    const refund = page.getByRole('link', { name: /^Refund £.* Refund the return 5-/ }).first()
    const caseNumber = /5-\d+/.exec((await refund.getAttribute('aria-label'))!)![0]
    await refund.click()
    await expectFocus(page.getByRole('radio', { name: /^Refund £/ }))
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('Your answer was saved').waitFor()
    const { closed_at: closed } = await rowOf(test.db.owner, 'cases', { case_number: caseNumber })
    expect(closed).not.toBeNull()
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  it('is done on the overview too, in its line, which says there what was done', async () => {
    const page = await newPage()
    await page.setViewportSize({ width: 375, height: 800 })
    await signIn(page, test, 'manager@demo.example')
    await openPage(page, test.url + paths.overview)
    const line = page.locator('main [data-task^="not-received"]').first()
    const key = (await line.getAttribute('data-task'))!
    const answer = line.getByRole('link', { name: /^Answer: / })
    await answer.click()
    await line.getByRole('radio').first().waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    const message = line.locator('[name=answerMessage]')
    await message.fill('It is on its way back to us.')
    await line.getByRole('radio', { name: /^Refund/ }).check()
    // Escape first ends text composition; the next one closes the form, and the text is kept.
    await line.getByRole('radio', { name: /^Refund/ }).evaluate((radio) => {
      const init = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }
      radio.dispatchEvent(new KeyboardEvent('keydown', init))
    })
    expect(await message.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expectFocus(line)
    await answer.click()
    await expectFocus(line.getByRole('radio', { name: /^Refund/ }))
    expect(await line.getByRole('radio', { name: /^Refund/ }).isChecked()).toBe(true)
    expect(await message.inputValue()).toBe('It is on its way back to us.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('Your answer was saved').waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.overview)
    await expect.poll(() => page.locator(`[data-task="${key}"]`).count()).toBe(0)
  })

  it('cancels in one go what stays unpaid, once it has been seen what that is', async () => {
    const page = await signedInPage(test, 'manager@demo.example')
    await openPage(page, test.url + paths.tasks({ kind: 'unpaid' }))
    await page.getByRole('link', { name: /^Cancel all: / }).click()
    const title = page.getByRole('heading', { level: 1, name: /^Cancel \d+ unpaid orders$/ })
    const n = Number(/\d+/.exec(await title.innerText())![0])
    const listed = page.getByRole('list', { name: 'To be cancelled' }).getByRole('listitem')
    expect(await listed.count()).toBe(n)
    const numbers = await listed.getByRole('link').allInnerTexts()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Cancel ${n} orders` }).click()
    await page.getByRole('status').getByText(`${n} orders cancelled.`).waitFor()
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    const rows = await test.db.owner
      .selectFrom('orders')
      .select('status')
      .where('order_number', 'in', numbers)
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(numbers.map(() => 'CANCELLED'))
    await page.getByRole('main').getByRole('link', { name: 'Back to the list' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Awaiting payment' }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(0)
  })

  it('is mailed in the morning to whoever wants it, and each chooses for themselves', async () => {
    const choose = async (email: string, wanted: Record<string, boolean>) => {
      const page = await signedInPage(test, email)
      await openPage(page, test.url + paths.tasks())
      await page.getByRole('link', { name: 'Morning mail at 07:30' }).click()
      for (const [name, on] of Object.entries(wanted)) await page.locator(`[name=${name}]`).setChecked(on)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').getByText('saved').waitFor()
      for (const [name, on] of Object.entries(wanted))
        expect(await page.locator(`[name=${name}]`).isChecked(), name).toBe(on)
      return page
    }
    const page = await choose('manager@demo.example', { morning: true, warn24: false, warn4: false, weekly: false })
    await choose('shipper@demo.example', { morning: false, warn24: false, warn4: false, weekly: false })
    const tomorrow = dateAt(new Date(test.hub.now().getTime() + day), 'Europe/London')
    const morning = { ...test.hub, db: test.db, now: () => momentOf(tomorrow, '08:00', 'Europe/London') }
    const report = (error: unknown) => {
      throw error
    }
    expect(await sendTaskMails(morning, report)).toBe(mails.length)
    const shop = mails.filter(({ source }) => source.includes('Subject: Harbour Camera'))
    expect(shop.map(({ to }) => to)).toContain('manager@demo.example')
    expect(mails.map(({ to }) => to)).not.toContain('shipper@demo.example')
    // Whether news of the stock are due beside it depends on the hour.
    const own = shop.filter(
      ({ to, source }) =>
        to === 'manager@demo.example' && !source.includes('Subject: Harbour Camera: news of your stock'),
    )
    expect(own).toHaveLength(1)
    const [{ source }] = own as [TakenMail]
    expect(source).toMatch(/Content-Type: text\/plain/)
    expect(source).toMatch(/Content-Type: text\/html/)
    // The link leads to the setting that turns the mail off.
    const link = /http[^\s"<]*\/settings\/mail/.exec(source.replaceAll('=\n', '').replaceAll('=3D', '='))![0]
    await openPage(page, link)
    await page
      .getByRole('checkbox', { name: /^Every morning/ })
      .first()
      .waitFor()
    expect(await sendTaskMails(morning, report)).toBe(0)
  })

  it('follow from working days, whose change is shown before it is saved and moves nothing that was promised', async () => {
    const page = await formPage(test, 'manager@demo.example')
    const promised = () =>
      test.db.owner
        .selectFrom('orders')
        .select(['id', 'ship_by'])
        .where('ship_by', 'is not', null)
        .orderBy('id')
        .execute()
    const before = await promised()
    await page.open(paths.shipCalendar)
    page.fill('Handling time in working days', '31')
    await page.press('See what changes')
    page.says('Enter a whole number of days from 0 to 30.')
    page.fill('Handling time in working days', '3')
    page.select('Public holidays', 'GB-ENG')
    // The shop's handling time alone would move no order, since listings have their own. Yesterday's weekday becomes a
    // day off.
    const yesterday = new Date(Date.now() - day)
    const kept = yesterday.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/London' })
    for (const weekday of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
      page.check(weekday, weekday === kept)
    await page.press('See what changes')
    page.says(/orders keep their promised day/)
    page.says(/unpaid orders? would move if/)
    await page.press('Save these rules')
    page.says('Your working days are saved.')
    expect(page.value('Handling time in working days')).toBe('3')
    // The next holiday depends on the day of the test.
    page.says(/Next: [A-Z]\w+ /)
    expect(await promised()).toEqual(before)
  })
})
