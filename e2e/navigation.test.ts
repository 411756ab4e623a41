import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { countIn } from './count-in.ts'
import { isChromium } from './launch-browser.ts'
import { useBrowser } from './testing.ts'
import { activeText, child, isOpen, link, openDropdown, orders, toggle, FrameHub } from './frame/frame-hub.ts'

async function centre(page: Page): Promise<{ x: number; y: number }> {
  const box = (await link(page, 'Orders').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

useBrowser()
const frame = new FrameHub()

describe('the top navigation, with the clock in hand', () => {
  let page: Page
  let x: number
  let y: number

  beforeAll(async () => {
    page = await frame.open()
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.reload()
    await openDropdown(page)
    await page.clock.pauseAt(now + 600_000)
    ;({ x, y } = await centre(page))
  })
  beforeEach(async () => {
    await page.mouse.move(720, 700)
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
  })

  const pass = (ms: number) => page.clock.runFor(ms)

  it('opens under a pointer that rests, after 100 ms, and closes once it has left', async () => {
    await page.mouse.move(x, y)
    await pass(99)
    expect(await isOpen(page)).toBe(false)
    await pass(1)
    expect(await isOpen(page)).toBe(true)
    await page.mouse.move(720, 700)
    // Closing is delayed, since entering a child cancels it.
    expect(await isOpen(page)).toBe(true)
    await pass(1)
    expect(await isOpen(page)).toBe(false)
  })

  it('counts a pointer as at rest that moves less than 7 px in 100 ms', async () => {
    await page.mouse.move(x - 10, y)
    await page.mouse.move(x - 3, y)
    await pass(100)
    expect(await isOpen(page)).toBe(false)
    await page.mouse.move(x, y + 3)
    await pass(100)
    expect(await isOpen(page)).toBe(true)
  })

  it('stays closed under a pointer that crosses it fast, or leaves early', async () => {
    await page.mouse.move(x - 20, y)
    for (const step of [-12, -4, 4, 12, 20]) {
      await page.mouse.move(x + step, y)
      await pass(100)
      expect(await isOpen(page)).toBe(false)
    }
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
    await page.mouse.move(x, y)
    await pass(99)
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
  })

  it('stays open on the way into the dropdown, and when the pointer comes back in time', async () => {
    await page.mouse.move(x, y)
    await pass(100)
    const inside = (await child(page).boundingBox())!
    const target = inside.y + inside.height / 2
    for (let down = y; down < target; down += 8) {
      await page.mouse.move(x, down)
      await pass(1)
      expect(await isOpen(page)).toBe(true)
    }
    await page.mouse.move(720, 700)
    await page.mouse.move(x, y)
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
  })

  it('is pinned open by a click while the pointer holds it open, and closed by another', async () => {
    await toggle(page).hover()
    await pass(100)
    await toggle(page).click()
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
    await toggle(page).click()
    expect(await isOpen(page)).toBe(false)
  })

  it('is open alone: another takes over', async () => {
    await page.mouse.move(x, y)
    await pass(100)
    await link(page, 'Listings').hover()
    await pass(100)
    expect([await isOpen(page), await isOpen(page, 'Listings')]).toEqual([false, true])
  })

  it('works by keyboard alone', async () => {
    await link(page, 'Overview').focus()
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toBe('Orders')
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await isOpen(page)).toBe(false)
    await page.keyboard.press('Enter')
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toMatch(/^All/)
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    expect(await toggle(page).evaluate((button) => button === document.activeElement)).toBe(true)
    // After Escape it stays closed until focus has left the item.
    await page.keyboard.press('Shift+Tab')
    expect(await isOpen(page)).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await isOpen(page)).toBe(true)
  })

  it('closes 100 ms after focus has left, unless it comes back', async () => {
    await link(page, 'Overview').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await pass(99)
    await page.keyboard.press('Tab')
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await pass(99)
    expect(await isOpen(page)).toBe(true)
    await pass(1)
    expect(await isOpen(page)).toBe(false)
  })

  it('closes on Escape wherever focus is, and leaves it there', async () => {
    const field = page.getByRole('main').getByRole('combobox').first()
    await field.focus()
    await page.mouse.move(x, y)
    await pass(100)
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('the navigation', () => {
  it('opens under a real clock too, and not before 100 ms', async () => {
    const page = await frame.open()
    await openDropdown(page)
    await page.keyboard.press('Escape')
    await page.evaluate(() =>
      document.querySelector('header nav li:has([aria-expanded])')!.addEventListener(
        'pointerenter',
        () => {
          const began = performance.now()
          new MutationObserver(() => Object.assign(window, { waited: performance.now() - began })).observe(
            document.body,
            { subtree: true, attributeFilter: ['aria-expanded'] },
          )
        },
        { once: true },
      ),
    )
    await link(page, 'Orders').hover()
    await page.waitForFunction(() => 'waited' in window)
    const waited = await page.evaluate(() => Number(Reflect.get(window, 'waited')))
    expect(waited).toBeGreaterThanOrEqual(99)
  })

  it('says in its labels how many there are; a link in it closes it, and it works on after going there and back', async () => {
    const page = await frame.open()
    await openDropdown(page)
    const count = await countIn(child(page))
    await child(page).click()
    await page.waitForURL(/shipBy=overdue/)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(count)
    expect(await isOpen(page)).toBe(false)
    await link(page, 'Orders').hover()
    await expect.poll(() => isOpen(page)).toBe(true)
    await page.goBack()
    await page.waitForURL(frame.test.url + paths.preferences)
    await page.mouse.move(720, 700)
    await expect.poll(() => isOpen(page)).toBe(false)
    await openDropdown(page)
  })

  it.runIf(isChromium)('takes a finger on the button, which no pointer rule closes again', async () => {
    const page = await frame.open({ hasTouch: true, viewport: { width: 1180, height: 820 } })
    await openDropdown(page)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(false)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(true)
    await page.clock.install()
    await page.clock.runFor(1000)
    expect(await isOpen(page)).toBe(true)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(false)
  })

  it.runIf(isChromium)(
    'marks the active item by more than colour where colours are forced, and moves nothing where motion is reduced',
    async () => {
      const page = await frame.open({ forcedColors: 'active', reducedMotion: 'reduce' }, orders)
      const look = (name: string) =>
        link(page, name).evaluate((element) => {
          const item = getComputedStyle(element.closest('li')!)
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.color = 'Canvas'
          const canvas = getComputedStyle(probe).color
          probe.remove()
          return item.borderBottomColor === canvas ? 'no line' : 'line'
        })
      expect([await look('Overview'), await look('Orders')]).toEqual(['no line', 'line'])
      // The current page is a second-level item: it and its duplicate are marked, but not its parent.
      const marked = (nav: string) =>
        page
          .getByRole('navigation', { name: nav, exact: true })
          .locator('[aria-current]')
          .evaluateAll((links) => links.map((a) => a.getAttribute('href')))
      expect([await marked('Main'), await marked('Orders')]).toEqual([
        [`${orders}&sort=shipBy`],
        [`${orders}&sort=shipBy`],
      ])
      const section = page.getByRole('navigation', { name: 'Orders', exact: true })
      const outline = (selector: string) =>
        section
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).outlineStyle)
      expect([await outline('a[aria-current]'), await outline('a:not([aria-current])')]).toEqual(['solid', 'none'])
      // Animations stop with reduced motion.
      expect(
        await page.evaluate(() =>
          [...document.querySelectorAll('*')]
            .map((element) => getComputedStyle(element))
            .filter(({ transitionDuration, animationDuration }) => /[1-9]/.test(transitionDuration + animationDuration))
            .map(({ transitionDuration }) => transitionDuration),
        ),
      ).toEqual([])
      await expectAccessible(page, { withFrame: true })
    },
  )
})
