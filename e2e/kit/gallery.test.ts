import { expect, test } from 'vitest'
import { gallery } from '#shui/gallery/gallery.tsx'
import { expectAccessible, newPage, problemsOf, useBrowser } from '../testing.ts'
import { useKitSite } from './kit-site.ts'

useBrowser()
const site = useKitSite()

test.each(gallery)('$name hydrates cleanly, is accessible in both themes and fits 320 px', async (entry) => {
  const page = await newPage()
  const states = entry.alone ? entry.states : entry.states.slice(0, 1)
  for (const [index, { name: state }] of states.entries()) {
    // Pages that show both themes at once need no second look.
    for (const theme of entry.alone && index === 0 ? ['light', 'dark'] : ['light']) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${site.url}/gallery?${new URLSearchParams({ component: entry.name, state, theme })}`)
      await page.waitForSelector('html[data-hydrated]')
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  }
  expect(problemsOf(page)).toEqual([])
})
