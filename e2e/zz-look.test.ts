import { it } from 'vitest'
import { paths } from '#web/paths.ts'
import { newPage, openPage, readGerman, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

it('looks', async () => {
  const page = await newPage({}, { drawn: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  const pages = {
    list: paths.saleEvents,
    running: paths.saleEvent('0d3e5a1e0002'),
    scheduled: paths.saleEvent('0d3e5a1e0003'),
    ended: paths.saleEvent('0d3e5a1e0001'),
    new: paths.saleEvent(),
  }
  const shoot = async (name: string) => {
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `/tmp/look/${name}-${width}.png`, fullPage: width !== 1440 })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  for (const [name, at] of Object.entries(pages)) {
    await openPage(page, test.url + at)
    await shoot(name)
  }
  await openPage(page, test.url + pages.scheduled)
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await page.getByText('This is a draft again.').waitFor()
  await page.getByLabel('Discount (%)').fill('2')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved.').waitFor()
  await shoot('draft')
  await page.getByLabel('Start date').fill(new Date(test.hub.now().getTime() + 86400000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.waitForTimeout(1500)
  await shoot('refused')
  await page.emulateMedia({ colorScheme: 'dark' })
  await readGerman(test, 'owner@demo.example')
  await openPage(page, test.url + pages.running)
  await shoot('dark-running')
  await openPage(page, test.url + pages.scheduled)
  await shoot('dark-draft')
}, 120000)
