import { parse } from 'csv-parse/sync'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { httpMember } from './http-member.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

/** A policy in which only one more defect separates the shop from the best level. */
function withLimits(pack: PolicyPack, maxBps: number): PolicyPack {
  const levels = assertDefined(pack.standards.levels, 'the demo marketplace rates its sellers')
  const all = { maxBps: 10_000, max: 0 }
  const topRated = { ...levels.topRated, late: all, cases: all, defects: { maxBps, max: 0 }, trackingMinBps: 0 }
  return { ...pack, standards: { ...pack.standards, levels: { ...levels, topRated } } }
}

const test = await testHubInBrowser()

describe('the seller level', () => {
  it('is reached from the navigation, and says of each measure which orders it is counted of', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    await openPage(page, test.url + paths.orders)
    await page.getByRole('navigation').getByRole('link', { name: 'Performance' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Performance', exact: true })
      .getByRole('link', { name: 'Seller level' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Seller level' }).waitFor()
    await guidePicture(page, 'seller-level')
    for (const name of ['Late shipments', 'Defects', 'Cases decided for buyers', 'Tracking in time']) {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
      await row.getByRole('link', { name, exact: true }).click()
      await expect.poll(() => row.getByRole('link', { name }).getAttribute('aria-current')).toBe('true')
      const [counted = 0, of = 0] = (await row.getByRole('cell').first().innerText())
        .split(' of ')
        .map((text) => Number(text.replaceAll(',', '')))
      const faulty = name === 'Tracking in time' ? of - counted : counted
      const section = page.getByRole('region', { name: name === 'Tracking in time' ? /^Without tracking/ : name })
      await section.getByText(new RegExp(`^${faulty} of ${of}`)).waitFor()
      expect(await section.getByRole('row').count()).toBe(faulty === 0 ? 0 : Math.min(faulty, 25) + 1)
      if (faulty > 25) {
        await section.getByRole('link', { name: 'Next page' }).click()
        const pages = Math.ceil(faulty / 25)
        await section.getByText(`Page 2 of ${pages}`).waitFor()
        await openPage(page, test.url + paths.sellerLevel({ fault: 'untracked', page: '999' }))
        await section.getByText(`Page ${pages} of ${pages}`).waitFor()
      }
    }
    const first = page
      .getByRole('region', { name: /^Without tracking/ })
      .getByRole('link', { name: /^\d\d-/ })
      .first()
    const number = await first.innerText()
    await first.click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
  })

  it('says what would change it, by keyboard, and keeps it in the address', async () => {
    const page = await signedInPage(test, 'viewer@demo.example')
    await openPage(page, test.url + paths.sellerLevel())
    // The shop is too far from the limits: assumptions that would change nothing are not shown.
    await page.getByText(/^Because of .*, your level will not change by then\.$/).waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    const { config } = test.hub
    const { policyPack } = config
    const counted = await page
      .getByRole('row', { name: /^Defects/ })
      .getByRole('cell')
      .first()
      .innerText()
    const [defective = 0, orders = 1] = counted.split(' of ').map(Number)
    config.policyPack = withLimits(policyPack, Math.ceil((defective * 10_000) / orders))
    onTestFinished(() => void (config.policyPack = policyPack))
    await page.reload()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    const cancel = page.getByRole('switch', { name: 'You cancel one more order as out of stock' })
    const defects = page.getByRole('row', { name: /^Defects/ })
    const rate = async () => Number.parseFloat((await defects.getByRole('cell').nth(1).innerText()).replace('%', ''))
    const now = await rate()
    await cancel.focus()
    await page.keyboard.press('Space')
    await page.getByText(/^With everything switched on:/).waitFor()
    expect(await cancel.getAttribute('aria-checked')).toBe('true')
    expect(Number.parseFloat(await defects.getByRole('cell').last().innerText())).toBeGreaterThan(now)
    await page.reload()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    expect(await cancel.getAttribute('aria-checked')).toBe('true')
    await cancel.press('Enter')
    await expect.poll(() => cancel.getAttribute('aria-checked')).toBe('false')
    expect(new URL(page.url()).search).toBe('')
  })

  it('gives its orders as a file, each once with all that it counts as', async () => {
    const viewer = await httpMember(test, 'viewer@demo.example')
    const page = await viewer.read(paths.sellerLevel())
    const counted = (name: string) => {
      const [, n, of] = new RegExp(`${name}<.*?>([\\d,]+) of ([\\d,]+)<`, 's').exec(page) ?? []
      return [n, of].map((text) => Number(text?.replaceAll(',', '')))
    }
    const [header = [], ...rows] = parse(await viewer.read(paths.sellerLevelExport), { bom: true })
    const having = (column: string) => rows.filter((row) => row[header.indexOf(column)] === 'yes').length
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(([number]) => number)).size).toBe(rows.length)
    expect(having('Counts as late')).toBe(counted('Late shipments')[0])
    expect(having('Counts as a defect')).toBe(counted('Defects')[0])
    expect(having('Counts as a case decided for the buyer')).toBe(counted('Cases decided for buyers')[0])
    const [inTime = 0, due = 0] = counted('Tracking in time')
    expect(having('Counts as without tracking')).toBe(due - inTime)
    expect(rows.every((row) => row.includes('yes'))).toBe(true)
  })

  it('is the measures alone where the marketplace has no levels', async () => {
    const { config } = test.hub
    const { policyPack } = config
    config.policyPack = { ...policyPack, standards: { ...policyPack.standards, levels: undefined } }
    try {
      const viewer = await httpMember(test, 'viewer@demo.example')
      expect(await viewer.read(paths.overview)).toContain(paths.sellerLevel())
      const page = await viewer.read(paths.sellerLevel())
      expect(page).toContain('Messages unanswered')
      expect(page).not.toContain('Top Rated')
      expect((await viewer.get(paths.sellerLevelExport)).status).toBe(200)
    } finally {
      config.policyPack = policyPack
    }
  })
})
