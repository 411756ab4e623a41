import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { expectNoOverflow } from './good-page.ts'
import { valueOf } from './page-parts.ts'
import { expectFocus, guidePicture, newPage, openPage, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => {
  test = await testHub()
})

const field = (page: Page, path: string) => page.locator(`[name="${path}"]`)
const example = (page: Page, place: string) => page.locator('dl > div', { hasText: place }).locator('dd')

it('a seller prices zones by keyboard, sees what buyers pay while typing, and loses nothing', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 1440, height: 1100 })
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, test.url + paths.shippingPolicy())
  await field(page, 'name').fill('Parcels')
  await field(page, 'zones.0.places').fill('GB SW, GB IV')
  await page.getByText('No price for Northern Ireland.').waitFor()
  await field(page, 'zones.0.places').fill('United Kingdom')
  await field(page, 'zones.0.services.0.carrier').fill('Royal Mail')
  await field(page, 'zones.0.services.0.name').fill('Tracked 48')
  await field(page, 'zones.0.services.0.from').fill('2')
  await field(page, 'zones.0.services.0.to').fill('3')
  await field(page, 'zones.0.services.0.minor').fill('3.95')
  await expect.poll(() => example(page, 'London').textContent()).toBe('Tracked 48: £3.95, 2 to 3 days')
  await expect.poll(() => example(page, 'Munich').textContent()).toBe('no price')
  await page.getByRole('button', { name: 'Add a zone' }).press('Enter')
  await expectFocus(field(page, 'zones.1.places'))
  await page.keyboard.type('Everywhere else')
  const by = field(page, 'zones.1.services.0.by')
  await by.selectOption('weight')
  await field(page, 'zones.1.services.0.name').fill('International')
  await field(page, 'zones.1.services.0.bands.0.step').fill('1 kg')
  await field(page, 'zones.1.services.0.bands.0.minor').fill('12.40')
  await field(page, 'zones.1.services.0.bands.1.step').fill('2 kg')
  await field(page, 'zones.1.services.0.bands.1.minor').fill('9')
  await field(page, 'excluded').fill('Northern Ireland, Sydny')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByRole('link', { name: /^Zone 2, Service 1, Row 2: A heavier order must not cost less/ }).waitFor()
  await page.getByRole('link', { name: /“Sydny” is no place we know/ }).waitFor()
  expect(await field(page, 'zones.1.services.0.bands.0.minor').inputValue()).toBe('12.40')
  await field(page, 'zones.1.services.0.bands.1.minor').fill('18')
  await field(page, 'excluded').fill('Northern Ireland')
  await expect.poll(() => example(page, 'Northern Ireland').textContent()).toBe('not sent there')
  await field(page, 'grams').fill('1.5 kg')
  await expect.poll(() => example(page, 'Munich').textContent()).toBe('International: £18.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Parcels · 2 zones').waitFor()
  await page.getByRole('link', { name: 'Edit “Parcels”' }).click()
  await page.getByRole('heading', { name: 'Shipping policy “Parcels”' }).waitFor()
  expect(await by.inputValue()).toBe('weight')
  await guidePicture(page, 'shipping-policy')
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoOverflow(page, 'the editor at 375')
})

it('works without script', async () => {
  const page = await formPage(test, 'owner@demo.example')
  await page.open(paths.shippingPolicy())
  page.fill('Name', 'Letters')
  page.fill('Where to', 'Germany')
  await page.press('Add a zone')
  const places = (at: number) => page.named(`zones.${at}.places`).map(valueOf)
  expect([places(0), places(1)]).toEqual([['Germany'], ['']])
  await page.press('Save')
  page.says('Zone 2: Enter where the zone is.')
  expect(places(0)).toEqual(['Germany'])
})
