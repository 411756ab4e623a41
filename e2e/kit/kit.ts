import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { newPage, problemsOf } from '../testing.ts'
import { useKitSite, type KitSite } from './kit-site.ts'

export interface Kit {
  site: KitSite
  /** The file's own page at a path of the site, hydrated: as new, with no cookies, routes or problems from before. */
  open: (path: string) => Promise<Page>
}

/** The kit alone in one page for all tests of the calling file: a context of its own for each would take most of the time. */
export function openKit(): Kit {
  const site = useKitSite()
  let page: Page
  beforeAll(async () => void (page = await newPage()))
  const open = async (path: string) => {
    await page.unrouteAll()
    await page.context().setOffline(false)
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1440, height: 900 })
    problemsOf(page).length = 0
    await goto(page, site.url + path)
    return page
  }
  return { site, open }
}

/** Shows another address in the document that stands there, rendered by the server and hydrated as a new one would be. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    const shown: Promise<void>[] = []
    window.dispatchEvent(new CustomEvent('kit:show', { detail: shown }))
    await Promise.all(shown)
  }, path)
  await page.waitForSelector('html[data-hydrated]')
}

/** Loads a page of the site and waits until all of it works. */
export async function goto(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector('html[data-hydrated]')
}

/** Waits for the style sheet of a page whose script is held back: its HTML may be there before it. */
export async function styled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.styleSheets.length > 0)
}

/** What the page's components have reported: tracking as it is given, actions by name. */
export async function toldBy(page: Page): Promise<unknown[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-told')) ?? '[]') as unknown[]
}
