import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const as = (email: string) => signedInPage(test, email)

/** A PNG that browsers and the hub can read, drawn by the browser. */
const drawPng = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 600
    canvas.getContext('2d')?.fillRect(100, 100, 300, 300)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

describe('a payment dispute', () => {
  it('is found among the tasks, contested with a picture and a PDF, and then with the bank', async () => {
    const page = await as('owner@demo.example')
    await openPage(page, `${test.url}${paths.tasks({ kind: 'dispute' })}`)
    const task = page.getByRole('link', { name: /^Answer the payment dispute of / }).first()
    await task.click()
    await page.getByRole('heading', { level: 1, name: /^Payment dispute of order / }).waitFor()
    const number = new URL(page.url()).searchParams.get('dispute') ?? ''
    await expectAccessible(page)
    await guidePicture(page, 'dispute')

    await page.getByRole('radio', { name: 'Contest it' }).check()
    await page.getByLabel('Files for the bank').setInputFiles([
      { name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from(await drawPng(page), 'base64') },
      { name: 'proof.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: await page.pdf() },
    ])
    await page.getByRole('button', { name: 'Send to the bank' }).click()
    await page.getByText('proof.gif: only PDF, JPEG and PNG.').first().waitFor()
    // The text is missing too; the valid files are kept.
    await page.getByRole('checkbox', { name: /^receipt\.pdf \d+ kB$/ }).waitFor()
    await page.getByText('Write to the bank why the payment is right.').first().waitFor()
    await page.getByLabel('For the bank', { exact: true }).fill('It was delivered on 12 November.')
    await page.getByRole('button', { name: 'Send to the bank' }).click()
    await page.getByText('Your answer goes to the bank.').waitFor()
    await page.getByText('With the bank').first().waitFor()
    await page.getByText('It was delivered on 12 November.').waitFor()
    await page.getByRole('img', { name: 'Picture 1 for the bank' }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'receipt.pdf' }).click()
    expect((await saving).suggestedFilename()).toBe('receipt.pdf')
    const kept = await test.db.owner
      .selectFrom('dispute_evidence as e')
      .innerJoin('disputes as d', (join) =>
        join.onRef('d.seller_id', '=', 'e.seller_id').onRef('d.id', '=', 'e.dispute_id'),
      )
      .select('e.position')
      .where('d.dispute_number', '=', number)
      .orderBy('e.position')
      .execute()
    expect(kept.map(({ position }) => position)).toEqual([1, 2])
    await page.getByRole('link', { name: /^\d\d-\d{5}-\d{5}$/ }).click()
    await page.getByText('Payment dispute contested').waitFor()
    await page.getByRole('link', { name: /^Payment dispute of £/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Payment dispute of order / }).waitFor()
  })

  it('keeps what was typed until it is sent, and is accepted with one click more', async () => {
    const page = await as('owner@demo.example')
    await openPage(page, test.url + paths.disputes)
    await page.getByRole('link', { name: /^To answer/ }).click()
    // The rows of the tab come after its click.
    await page.getByRole('heading', { level: 1, name: 'To answer' }).waitFor()
    await page.locator('tbody').getByRole('link').first().click()
    await page.getByLabel('For the bank', { exact: true }).fill('Half a thought')
    const links = page.getByRole('navigation')
    await links
      .getByRole('link', { name: /^Transactions/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'All transactions' }).waitFor()
    await links.getByRole('link', { name: /^Disputes/ }).click()
    await page.getByRole('row').filter({ hasText: 'Waiting for your answer' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Payment dispute of order / }).waitFor()
    expect(await page.getByLabel('For the bank', { exact: true }).inputValue()).toBe('Half a thought')
    await page.getByRole('radio', { name: 'Accept it' }).check()
    await page.getByRole('button', { name: /^Give up £/ }).click()
    await page.getByText('The dispute is accepted and closed.').waitFor()
  })
})
