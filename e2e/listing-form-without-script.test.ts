import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { formPage, type FormPage } from './form-page.ts'
import { cookieOf } from './http-member.ts'
import { allFields, pictureFile } from './listing-form-kit.ts'
import { valueOf } from './page-parts.ts'
import { signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/** The form's chosen pictures in order, as submitted. */
const chosen = (page: FormPage) => page.named('picture').map(valueOf)

it('the listing form without script makes policies, has errors beside the fields, and keeps all that was typed', async () => {
  const page = await formPage(test, 'owner@demo.example')
  await page.open(paths.listingForm({ mode: 'AddItem' }))
  page.unfold(allFields)
  const name = 'A week, slowly'
  const added = page.unfold('New return policy')
  page.fill('Name', name, added)
  page.fill('Days to return', '7', added)
  await page.press('Save and use', added)
  expect(page.optionsOf('Return policy')).toContain(`${name} · 7 days`)
  page.fill('Title', 'Kite')
  page.fill(/^Price/, 'ten')
  await page.press('Publish')
  page.says(/Please correct/)
  expect(page.value(/^Price/)).toBe('ten')
  page.having('id', 'price-error').says('enter an amount that is not too large')
  await page.press('Save draft')
  expect(page.value('Title')).toBe('Kite')
})

describe('pictures without script', () => {
  it('are added, described, ordered and removed, and kept with the draft', async () => {
    const page = await formPage(test, 'lister@demo.example')
    await page.open(paths.listingForm({ mode: 'AddItem' }))
    page.unfold(allFields)
    page.fill('Title', 'Lamp')
    page.pick(/pictures/i, await pictureFile('red.png', '#a22'), await pictureFile('green.png', '#2a2'), {
      name: 'letter.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('%PDF-1.7'),
    })
    await page.press('Add the chosen pictures')
    const [red, green, ...others] = chosen(page)
    expect(others).toEqual([])
    expect(red).not.toBe(green)
    page.having('id', 'pictures-error').says(/^Error:\s+letter\.jpg: /)
    expect(page.value('Title')).toBe('Lamp')
    expect(page.url.hash).toBe('#pictures')

    page.fill('What picture 1 shows', 'In red')
    await page.press('Move picture 1 later')
    expect(chosen(page)).toEqual([green, `${red} In red`])
    await page.press('Move picture 2 earlier')
    expect(chosen(page)).toEqual([`${red} In red`, green])
    await page.press('Remove picture 2')
    expect(chosen(page)).toEqual([`${red} In red`])

    // Any button uploads the files.
    page.pick(/pictures/i, await pictureFile('blue.png', '#22a'))
    await page.press('Save draft')
    const kept = chosen(page)
    expect(kept).toHaveLength(2)
    await page.reload()
    expect(chosen(page)).toEqual(kept)

    const drawn = await signedInPage(test, 'lister@demo.example', {
      javaScriptEnabled: false,
      viewport: { width: 375, height: 900 },
    })
    await drawn.goto(page.url.href)
    for (const width of [375, 768, 1440]) {
      await drawn.setViewportSize({ width, height: 900 })
      expect(await drawn.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await drawn.getByRole('button', { name: 'Move picture 2 earlier' }).isVisible()).toBe(true)
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
    expect(text).toContain('Too large')
    const [file, why] = await send('lister@demo.example', (form) =>
      form.set('pictureFiles', new File([new Uint8Array(20_000_001)], 'large.jpg')),
    )
    expect(file).toBe(422)
    expect(why).toContain('large.jpg: ')
  })
})
