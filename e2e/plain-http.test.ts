import { describe, expect, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { givePassword, hydrated, newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

// Packing and live pages do the same in packing.test.ts and live.test.ts.
describe('the hub at a name on plain HTTP', () => {
  it('signs in by password, and takes a form', async () => {
    const page = await newPage()
    await givePassword(test, 'owner@demo.example', 'correct horse battery')
    await openPage(page, test.namedUrl + paths.home)
    await page.getByLabel('E-mail').fill('owner@demo.example')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    expect(new URL(page.url()).origin).toBe(test.namedUrl)
    await openPage(page, test.namedUrl + paths.preferences)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Your preferences are saved.').first().waitFor()
  })

  it('copies an address, and gives the button its focus back', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    await openPage(page, test.namedUrl + withQuery(paths.orders, { status: 'awaiting-shipment' }))
    await page.locator('tbody th a').first().click()
    const copy = page.getByRole('button', { name: 'Copy address' })
    await copy.click()
    await page.getByText('Address copied').waitFor()
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true)
    await hydrated(page)
    const field = page.getByRole('textbox', { name: /^Message/ })
    await field.focus()
    await page.keyboard.press('Control+V')
    expect((await field.inputValue()).split('\n').length).toBeGreaterThan(2)
  })
})
