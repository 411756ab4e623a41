import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const as = (email: string) => signedInPage(test, email)

describe('the sales report', () => {
  it('compares a period with another, divides it, and leads to the orders behind a figure', async () => {
    const page = await as('accountant@demo.example')
    await openPage(page, test.url + paths.overview)
    await page.getByRole('navigation').getByRole('link', { name: 'Performance' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor()
    await expectAccessible(page)
    await guidePicture(page, 'sales')
    // The address changes before the figures, and the next link, are drawn.
    const choose = async (name: string) => {
      await page.getByRole('link', { name }).click()
      await page.locator('main a[aria-current]').filter({ hasText: name }).first().waitFor()
    }
    await choose('90 days')
    await choose('A year before')
    await choose('Country')
    expect(new URL(page.url()).search).toMatch(/(?=.*period=90d)(?=.*compare=year)(?=.*by=country)/)
    const table = page.getByRole('region', { name: 'Sales by' }).getByRole('table')
    const first = table.getByRole('row').nth(1)
    const orders = (await first.getByRole('cell').first().innerText()).replace(',', '')
    await first.getByRole('link').first().click()
    await page.waitForURL(/\/sh\/ord\?/)
    await page
      .getByText(new RegExp(`^${orders} orders$`))
      .first()
      .waitFor()
  })

  it('takes days of its own without scripts, and says which it cannot', async () => {
    const page = await formPage(test, 'owner@demo.example')
    await page.open(paths.sales({ from: '2026-02-30', to: '2026-03-01' }))
    expect(page.text()).toContain('Enter a first and a last day, not after today.')
    await page.open(paths.sales({ from: '2001-01-01', to: '2001-01-02' }))
    expect(page.text()).toContain('Nothing was sold on these days')
  })
})
