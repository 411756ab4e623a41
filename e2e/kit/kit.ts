import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { newPage } from '../testing.ts'
import { useKitSite, type KitSite } from './kit-site.ts'

export interface Kit {
  site: KitSite
  /** The file's page at a path, hydrated, with cookies, routes and problems reset. */
  open: (path: string) => Promise<Page>
}

/** The kit in one page for all tests of the file, since a context for each would take most of the time. */
export function openKit(): Kit {
  const site = useKitSite()
  let page: Page
  beforeAll(async () => void (page = await newPage()))
  const open = async (path: string) => {
    await page.unrouteAll()
    await page.context().setOffline(false)
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1440, height: 900 })
    await goto(page, site.url + path)
    return page
  }
  return { site, open }
}

/** Shows another URL in the current document, rendered by the server and hydrated anew. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    const shown: Promise<void>[] = []
    window.dispatchEvent(new CustomEvent('kit:show', { detail: shown }))
    await Promise.all(shown)
  }, path)
  await page.waitForSelector('html[data-hydrated]')
}

/** Loads a page and waits for hydration. */
export async function goto(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector('html[data-hydrated]')
}

/** Waits for the style sheet of a page whose script is held back. */
export async function styled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.styleSheets.length > 0)
}

/** Reports of the page's components: tracking values and action names. */
export async function reportedBy(page: Page): Promise<unknown[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-told')) ?? '[]') as unknown[]
}
