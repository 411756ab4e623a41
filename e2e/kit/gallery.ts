import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { gallery } from '#shui/gallery/gallery.tsx'
import { everything } from '#shui/gallery/gallery-page.tsx'
import { expectAccessible } from '../accessible.ts'
import { takesPictures } from '../testing.ts'
import { show, type Kit } from './kit.ts'

/** Output folder of screenshots, for manual review. */
const pictures = path.resolve(import.meta.dirname, '../../test-results/gallery')

/** Rules for pages with one instance of each landmark. */
const onePerPage = ['landmark-unique', 'landmark-no-duplicate-banner', 'landmark-no-duplicate-main', 'heading-order']

async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  await page.screenshot({ path: path.join(pictures, `${name}.jpeg`), quality: 80, fullPage: true })
}

export function galleryTests(kit: Kit): void {
  let page: Page | undefined
  it('every component in every state and both themes hydrates cleanly, is accessible and fits 320 px', async () => {
    page = await kit.open(`/gallery?${new URLSearchParams({ component: everything })}`)
    const shown = gallery.filter(({ over }) => !over).flatMap(({ states }) => states)
    expect(await page.locator('[data-theme="dark"]').count()).toBe(shown.length)
    await expectAccessible(page, { without: onePerPage, exceptParts: 'pre', withFrame: true })
    await picture(page, 'wide')
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await picture(page, 'narrow')
  })

  it.each(gallery.filter(({ over }) => over).flatMap(({ name, states }) => states.map((state) => [name, state.name])))(
    '%s, which lies over the page: %s',
    async (component, state) => {
      // One document for all states: reloading the code would take most of the time.
      page ??= await kit.open('/gallery')
      await page.setViewportSize({ width: 1440, height: 900 })
      await show(page, `/gallery?${new URLSearchParams({ component, state })}`)
      await page.locator('dialog:modal, #page-end').first().waitFor({ state: 'attached' })
      // The gallery's own main surrounds the frame's.
      await expectAccessible(page, {
        withFrame: true,
        without: component === 'Frame' ? [...onePerPage, 'landmark-main-is-top-level'] : [],
      })
      await picture(page, `${state}-light`)
      // Dark differs from light in colours only.
      await page.locator('[data-theme="light"]').evaluate((part) => part.setAttribute('data-theme', 'dark'))
      await expectAccessible(page, { only: 'colours', withFrame: true })
      await picture(page, `${state}-dark`)
    },
  )
}
