import { machineNow } from '#db/testing-clock.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { MessageModel } from '#shui/index.ts'
import { watchShifts } from '../layout-shifts.ts'
import { newPage, settled, takeProblems } from '../testing.ts'
import { goto, styled, reportedBy, type Kit } from './kit.ts'

const cross = { action: { type: 'OPERATION' as const, name: 'cross' }, accessibilityText: 'Dismiss' }
const address = (models: unknown) => `/messages?${new URLSearchParams({ model: JSON.stringify(models) })}`

const cookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name.startsWith('shui-'))
const days = (expires: number) => (expires - machineNow() / 1000) / 86_400
const activeText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

export function messageTests({ site, open: openPath }: Kit): void {
  const open = (models: (MessageModel | null)[]) => openPath(address(models))

  it('is empty in the server HTML, shows after load, and takes no focus', async () => {
    const model = [{ type: 'alert', title: 'Four are late', controls: [cross] }]
    const html = await (await fetch(site.url + address(model))).text()
    expect(html).toContain('<div role="alert"></div>')
    expect(html).not.toContain('Four are late')
    const page = await open(model)
    expect(await page.getByRole('alert').innerText()).toBe('Four are late')
    expect(await page.getByRole('alert').getByRole('button').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('views are counted once a page load, also under StrictMode, and run out', async () => {
    const model = [{ message: 'Twice', config: { messageId: 'twice', maxViews: 2 } }]
    const page = await open(model)
    await page.getByText('Twice').waitFor()
    const [first] = await cookies(page)
    expect(first).toMatchObject({
      name: 'shui-messages-twice-viewsLeft',
      value: '1',
      path: '/',
      sameSite: 'Lax',
      secure: false,
    })
    expect(days(first?.expires ?? 0)).toBeGreaterThan(399)
    await goto(page, page.url())
    await page.getByText('Twice').waitFor()
    await goto(page, page.url())
    expect(await page.getByText('Twice').count()).toBe(0)
    expect((await cookies(page))[0]?.value).toBe('0')
  })

  it('closed without more, it is gone for the session', async () => {
    const model = [{ message: 'Once', controls: [cross], config: { messageId: 'a b' } }]
    const page = await open(model)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.getByText('Once').count()).toBe(0)
    expect(await cookies(page)).toMatchObject([{ name: 'shui-messages-a%20b-viewsLeft', value: '0', expires: -1 }])
    await goto(page, page.url())
    expect(await page.getByText('Once').count()).toBe(0)
  })

  it('closed for good, and closed with dismissals left', async () => {
    const page = await open([
      {
        message: 'Good',
        controls: [{ ...cross, accessibilityText: 'X1' }],
        config: { messageId: 'good', permanent: true },
      },
      {
        message: 'Thrice',
        controls: [{ ...cross, accessibilityText: 'X2' }],
        config: { messageId: 'thrice', maxDismissal: 3 },
      },
    ])
    await page.getByRole('button', { name: 'X1' }).click()
    await page.getByRole('button', { name: 'X2' }).click()
    const kept = await cookies(page)
    expect(kept.map(({ name, value }) => `${name}=${value}`).toSorted()).toEqual([
      'shui-messages-good-viewsLeft=0',
      'shui-messages-thrice-dismissalLeft=2',
    ])
    for (const { expires } of kept) expect(days(expires)).toBeGreaterThan(399)
  })

  it('Escape closes a plain message only while focus is in it, and focus goes back', async () => {
    const page = await open([{ message: 'Plain', controls: [cross] }])
    await page.getByText('Plain').waitFor()
    await page.getByRole('button', { name: 'Before' }).focus()
    await page.keyboard.press('Escape')
    expect(await page.getByText('Plain').count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await page.getByText('Plain').count()).toBe(0)
    expect(await activeText(page)).toBe('Before')
  })

  it('dialogs queue in the order of the models, and focus ends on the heading', async () => {
    const page = await open([
      { type: 'dialog', title: 'First' },
      {
        type: ['dialog', 'alert'],
        title: 'Second',
        controls: [{ text: 'OK', action: { type: 'OPERATION', name: 'close' } }],
      },
    ])
    const first = page.getByRole('dialog', { name: 'First' })
    await first.waitFor()
    expect(await page.locator('dialog').count()).toBe(1)
    expect(await activeText(page)).toBe('First')
    await page.mouse.click(5, 5)
    expect(await first.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: 'Second' }).waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    expect(await page.locator('dialog').count()).toBe(0)
    expect(await activeText(page)).toBe('Kit')
  })

  it('dialogs of two components open one after the other', async () => {
    const page = await openPath(
      `${address([
        { type: 'dialog', title: 'First' },
        { type: 'dialog', title: 'Second' },
      ])}&each`,
    )
    await page.getByRole('dialog', { name: 'First' }).waitFor()
    // Another dialog, whose code is here, would have been drawn.
    await settled(page)
    expect(await page.locator('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Second' }).waitFor()
    expect(await page.locator('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    expect(await activeText(page)).toBe('Kit')
  })

  it('two long controls wrap at 320 px', async () => {
    const label = 'A control whose words are many, as those of translated pages are'
    const page = await openPath(
      address([
        {
          message: 'Plain',
          controls: [1, 2].map((n) => ({ text: `${label} ${n}`, action: { type: 'NAV', URL: '/' } })),
        },
      ]),
    )
    await page.setViewportSize({ width: 320, height: 600 })
    await page.getByText('Plain').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  it('the cross is tracked and told, in the page and over it; Escape is neither', async () => {
    const tracked = { ...cross, action: { ...cross.action, tracking: { seen: 'cross' } } }
    const page = await open([
      { type: 'dialog', title: 'First', controls: [tracked] },
      { type: 'dialog', title: 'Second', controls: [tracked] },
      { message: 'Plain', controls: [{ ...tracked, accessibilityText: 'Dismiss it' }] },
    ])
    await page.getByRole('dialog', { name: 'First' }).getByRole('button', { name: 'Dismiss' }).click()
    expect(await reportedBy(page)).toEqual([{ seen: 'cross' }, 'cross'])
    await page.getByRole('dialog', { name: 'Second' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    expect(await reportedBy(page)).toHaveLength(2)
    await page.getByRole('button', { name: 'Dismiss it' }).click()
    expect(await reportedBy(page)).toEqual([{ seen: 'cross' }, 'cross', { seen: 'cross' }, 'cross'])
  })

  it('a link is tracked by either button that opens it', async () => {
    const nav = (words: object) => ({ ...words, action: { type: 'NAV' as const, URL: '/gallery', tracking: words } })
    const page = await open([
      {
        content: [
          nav({ text: 'Plain' }),
          nav({ text: 'Bold', styles: ['BOLD'] }),
          { text: 'None', action: { type: 'NAV', URL: '/gallery' } },
        ],
      },
    ])
    for (const name of ['Plain', 'Bold', 'None']) await page.getByRole('link', { name }).click({ button: 'middle' })
    expect(await reportedBy(page)).toEqual([{ text: 'Plain' }, { text: 'Bold', styles: ['BOLD'] }])
    await Promise.all(
      page
        .context()
        .pages()
        .slice(1)
        .map((tab) => tab.close()),
    )
  })

  it('a dialog without a title is headed by its first paragraph, links and all', async () => {
    const terms = { text: 'new terms', action: { type: 'NAV' as const, URL: '/terms' } }
    const page = await open([{ type: 'dialog', content: [{ textSpans: [{ text: 'Accept the ' }, terms] }, 'By May.'] }])
    const dialog = page.getByRole('dialog', { name: 'Accept the new terms' })
    expect(await dialog.getByRole('heading').getByRole('link', { name: 'new terms' }).getAttribute('href')).toBe(
      '/terms',
    )
    expect(await dialog.getByRole('paragraph').allInnerTexts()).toEqual(['By May.'])
  })

  it('an operation is told wherever in a message it stands', async () => {
    const does = (name: string) => ({ text: name, action: { type: 'OPERATION' as const, name } })
    const page = await open([
      { type: 'dialog', title: does('a'), content: [does('b')] },
      { title: does('c'), content: [does('d')], controls: [does('e')] },
    ])
    for (const name of ['a', 'b', 'Close', 'c', 'd', 'e']) await page.getByRole('button', { name, exact: true }).click()
    expect(await reportedBy(page)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('a broken model is reported and leaves the rest alone', async () => {
    const page = await open([null, { message: 'Fine' }])
    await page.getByText('Fine').waitFor()
    expect(new Set(takeProblems(page))).toEqual(new Set(['Invalid model for shui-messages']))
  })

  it('with cookies blocked it shows, closes and stays closed', async () => {
    const page = await newPage()
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
        set: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await goto(
      page,
      site.url + address([{ message: 'Blocked', controls: [cross], config: { messageId: 'b', maxViews: 2 } }]),
    )
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.getByText('Blocked').count()).toBe(0)
  })

  it('where its place is kept, the page does not move when it shows', async () => {
    const page = await newPage({}, { drawn: true })
    const shifts = await watchShifts(page)
    const script = Promise.withResolvers<void>()
    await page.route('**/entry-client.mjs', async (route) => {
      await script.promise
      await route.continue()
    })
    const model = [{ title: 'Kept', message: 'Two lines of it', controls: [cross] }]
    await page.goto(`${site.url}${address(model)}&reserve`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'After' }).waitFor()
    await styled(page)
    const before = await page.getByRole('button', { name: 'After' }).boundingBox()
    script.resolve()
    await page.getByText('Two lines of it').waitFor()
    expect(await page.getByRole('button', { name: 'After' }).boundingBox()).toEqual(before)
    expect(await shifts()).toBe(0)
  })
}
