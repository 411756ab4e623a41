import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { cookieOf } from './http-member.ts'
import { pictureFile, press, showAllFields } from './listing-form-kit.ts'
import { newPage, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => {
  test = await testHub()
})

/** The chosen pictures of the form, in order, as it sends them. */
const chosen = async (page: Page) => {
  await page.waitForLoadState()
  return page
    .locator('input[name=picture]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
}

describe('pictures without script', () => {
  it('are added, described, ordered and removed, and kept with the draft', async () => {
    const page = await newPage({ javaScriptEnabled: false, viewport: { width: 375, height: 900 } })
    await signIn(page, test, 'lister@demo.example')
    await page.goto(`${test.url}${paths.listingForm({ mode: 'AddItem' })}`)
    await showAllFields(page)
    await page.locator('[name=title]').fill('Lamp')
    await page
      .locator('#pictures')
      .setInputFiles([
        await pictureFile('red.png', '#a22'),
        await pictureFile('green.png', '#2a2'),
        { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
      ])
    await press(page, 'Add the chosen pictures')
    await expect.poll(() => chosen(page)).toHaveLength(2)
    const [red, green] = await chosen(page)
    expect(red).not.toBe(green)
    expect(await page.locator('#pictures-error').innerText()).toMatch(/^Error:\s+letter\.jpg: /)
    expect(await page.locator('[name=title]').inputValue()).toBe('Lamp')
    expect(new URL(page.url()).hash).toBe('#pictures')

    await page.getByLabel('What picture 1 shows').fill('In red')
    await press(page, 'Move picture 1 later')
    await expect.poll(() => chosen(page)).toEqual([green, `${red} In red`])
    await press(page, 'Move picture 2 earlier')
    await expect.poll(() => chosen(page)).toEqual([`${red} In red`, green])
    await press(page, 'Remove picture 2')
    await expect.poll(() => chosen(page)).toEqual([`${red} In red`])

    // Files go with whichever button is pressed.
    await page.locator('#pictures').setInputFiles(await pictureFile('blue.png', '#22a'))
    await press(page, 'Save draft')
    await expect.poll(() => chosen(page)).toHaveLength(2)
    const kept = await chosen(page)
    await page.reload()
    expect(await chosen(page)).toEqual(kept)
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  it('are refused to a role that may not list, without the token, and beyond what a form may weigh', async () => {
    const send = async (email: string, change: (form: FormData) => void) => {
      const cookie = await cookieOf(test, email)
      const page = await fetch(test.url + paths.preferences, { headers: { cookie } })
      const form = new FormData()
      const key = crypto.randomUUID()
      form.set('srt', /name="srt" value="([^"]+)"/.exec(await page.text())![1]!)
      form.set('mode', 'AddItem')
      form.set('key', key)
      form.set('intent', 'pictures')
      change(form)
      const answer = await fetch(`${test.url}${paths.listingForm()}?mode=AddItem&key=${key}`, {
        method: 'POST',
        body: form,
        headers: { cookie },
      })
      return [answer.status, await answer.text()] as const
    }
    const [viewer] = await send('viewer@demo.example', () => {})
    expect(viewer).toBe(403)
    const [forged] = await send('lister@demo.example', (form) => form.set('srt', 'x'))
    expect(forged).toBe(403)
    const [large, text] = await send('lister@demo.example', (form) =>
      form.set('pictureFiles', new File([new Uint8Array(64_000_001)], 'large.jpg')),
    )
    expect(large).toBe(413)
    expect(text).toContain('Too much at once')
    const [file, why] = await send('lister@demo.example', (form) =>
      form.set('pictureFiles', new File([new Uint8Array(20_000_001)], 'large.jpg')),
    )
    expect(file).toBe(422)
    expect(why).toContain('large.jpg: ')
  })
})
