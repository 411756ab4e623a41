import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { countIn } from './count-in.ts'
import { formPage } from './form-page.ts'
import { httpMember, linksIn } from './http-member.ts'
import { clickWhileSending } from './click-while-sending.ts'
import { ratedOrder } from './page-addresses.ts'
import {
  expectFocus,
  guidePicture,
  newPage,
  openPage,
  testHub,
  useBrowser,
  type TestHub,
  signedInPage,
} from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => {
  test = await testHub()
})

const as = (email: string, options?: Parameters<typeof newPage>[0]) => signedInPage(test, email, options)

/** The demo's order about which a buyer wrote this text. */
async function orderOf(said: string): Promise<string> {
  const { thread } = await test.db.owner
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.seller_id', '=', 'm.seller_id').onRef('c.order_id', '=', 'm.order_id'),
    )
    .select('c.thread')
    .where('m.body', 'like', `%${said}%`)
    .executeTakeFirstOrThrow()
  return thread
}

/** A photo of a parcel, for the guide. */
const drawnParcel = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <rect width="800" height="600" fill="#e9e2d6"/><rect y="430" width="800" height="170" fill="#cfc4b2"/>
  <rect x="190" y="150" width="420" height="330" fill="#b98b57"/><rect x="190" y="150" width="420" height="26" fill="#a37745"/>
  <rect x="372" y="150" width="56" height="330" fill="#d8b483"/><rect x="230" y="300" width="160" height="120" fill="#fff"/>
  <path d="M250 330h90M250 352h120M250 374h70" stroke="#333" stroke-width="8"/>
  <path d="M250 398h120" stroke="#333" stroke-width="16" stroke-dasharray="5 7"/>
</svg>`

it('a seller reads what a buyer asks, answers with a template, and notes and tags the order for the team', async () => {
  const page = await as('shipper@demo.example')
  await openPage(page, test.url + paths.conversations)
  const entry = page.getByRole('complementary').getByRole('link', { name: /^Messages/ })
  const unread = await countIn(entry)
  await page.getByText('Could you declare the parcel as a gift?').click()
  const thread = page.getByRole('region', { name: 'Conversation with the buyer' })
  await thread.getByText('Could you declare the parcel as a gift?').waitFor()
  const message = thread.getByRole('textbox', { name: 'Message to the buyer' })
  await expectFocus(message)
  // A visible conversation is marked as read.
  await expect.poll(() => entry.innerText()).toContain(String(unread - 1))
  // Marked as unread, it stays unread while its end is visible.
  await thread.getByRole('button', { name: 'Mark as unread' }).click()
  await thread.getByRole('button', { name: 'Mark as read' }).waitFor()

  await thread.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Sorry for the wait' })
  await thread.getByRole('button', { name: 'Insert template' }).click()
  await expect.poll(() => message.inputValue()).toContain('It leaves us today.')
  // Inserted again after it was removed.
  await message.fill('')
  await thread.getByRole('button', { name: 'Insert template' }).click()
  await expect.poll(() => message.inputValue()).toContain('It leaves us today.')
  await expect.poll(() => entry.innerText()).toContain(String(unread))
  await message.fill('Yes, we declare it as a gift.')
  // Photos are previewed before they are sent, and can be removed individually.
  const form = {
    name: 'customs form.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#335577' } })
      .png()
      .toBuffer(),
  }
  const parcel = {
    name: 'parcel.png',
    mimeType: 'image/png',
    buffer: await sharp(Buffer.from(drawnParcel)).png().toBuffer(),
  }
  const field = thread.getByLabel('Photos', { exact: true })
  await field.setInputFiles([form])
  await field.setInputFiles([parcel])
  const chosen = thread.getByRole('list', { name: 'Photos that go with the message' }).getByRole('img')
  await expect.poll(() => chosen.count()).toBe(2)
  // The canvas shows the photo and is not blank.
  const middle = (canvas: HTMLCanvasElement) => [...canvas.getContext('2d')!.getImageData(120, 90, 1, 1).data]
  await expect.poll(() => chosen.first().evaluate(middle)).toEqual([51, 85, 119, 255])
  await thread.getByRole('button', { name: 'Remove customs form.png' }).click()
  expect(await chosen.evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')))).toEqual([
    'parcel.png',
  ])
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await thread.getByText('You, Joe Marsden').waitFor()
  await thread.getByRole('img', { name: /^Photo 1/ }).waitFor()
  await expect.poll(() => chosen.count()).toBe(0)
  await expect.poll(() => message.inputValue()).toBe('')
  await expect.poll(() => thread.getByText('The buyer waits for your answer.').count()).toBe(0)

  await expectAccessible(page)
  const main = page.getByRole('main')
  await guidePicture(main, 'conversation')
  await main.getByRole('link', { name: /^Order / }).click()
  await page.getByRole('link', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'Private note' }).fill('Customs form: gift')
  // A colleague was faster: their text is shown, and saving again replaces it.
  const number = new URL(page.url()).searchParams.get('orderid')!
  await (
    await httpMember(test, 'owner@demo.example')
  ).post(paths.orderNotes(number), { step: 'note', note: 'Ask them' })
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('has changed the note meanwhile to “Ask them”').waitFor()
  await page.getByRole('button', { name: 'Save note' }).click()
  const notes = page.getByRole('region', { name: 'Private note and tags' })
  await notes.locator('p').getByText('Customs form: gift').waitFor()
  await notes.locator('summary').click()
  await notes.getByRole('combobox', { name: 'Tag' }).fill('customs')
  await notes.getByRole('button', { name: 'Add tag' }).click()
  const remove = (tag: string) => notes.getByRole('button', { name: `Remove tag ${tag}` })
  await remove('customs').waitFor()
  await expectFocus(notes.locator('summary'))
  await notes.locator('summary').press('Enter')
  await expectFocus(notes.getByRole('combobox', { name: 'Tag' }))
  await page.keyboard.type('stamps')
  await page.keyboard.press('Enter')
  await remove('stamps').waitFor()
  await remove('customs').click()
  await expectFocus(remove('gift'))
  await remove('stamps').click()
  await expectFocus(notes.locator('summary'))
  await page.getByText('Private note added').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Tag “stamps” removed' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

it('a note or a reply that is being written stays while tags are changed, a message is sent or its page is left, until it is saved or given up', async () => {
  const page = await as('owner@demo.example')
  const number = await ratedOrder(test)
  await openPage(page, test.url + paths.orderDetails(number))
  const notes = page.getByRole('region', { name: 'Private note and tags' })
  const note = notes.getByRole('textbox', { name: 'Private note' })
  await notes.getByRole('link', { name: 'Add a note' }).click()
  await note.fill('Pack the lens apart')
  await notes.locator('summary').click()
  const tag = notes.getByRole('combobox', { name: 'Tag' })
  await tag.fill('lens, fragile')
  await notes.getByRole('button', { name: 'Add tag' }).click()
  await notes.getByText('A tag cannot contain a comma').waitFor()
  expect(await note.inputValue()).toBe('Pack the lens apart')
  await tag.fill('fragile')
  await notes.getByRole('button', { name: 'Add tag' }).click()
  const remove = notes.getByRole('button', { name: 'Remove tag fragile' })
  await remove.waitFor()
  expect(await note.inputValue()).toBe('Pack the lens apart')
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  expect(await note.inputValue()).toBe('Pack the lens apart')
  const thread = page.getByRole('region', { name: 'Conversation with the buyer' })
  await thread.getByRole('textbox', { name: 'Message to the buyer' }).fill('The lens goes out apart.')
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await thread.getByText('The lens goes out apart.').waitFor()
  await page.waitForURL((url) => url.pathname + url.search === paths.orderDetails(number))
  // A colleague writes a note meanwhile, which the text typed before must not replace unseen.
  await (
    await httpMember(test, 'manager@demo.example')
  ).post(paths.orderNotes(number), { step: 'note', note: 'No bubble wrap' })
  // The page updates by itself and replaces the link: wait for that before clicking.
  await notes.getByText('No bubble wrap').waitFor()
  await notes.getByRole('link', { name: 'Edit' }).click()
  await note.waitFor()
  expect(await note.inputValue()).toBe('Pack the lens apart')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await notes.getByText('has changed the note meanwhile to “No bubble wrap”').waitFor()
  await notes.getByRole('button', { name: 'Save note' }).click()
  await notes.locator('p').getByText('Pack the lens apart').waitFor()
  await notes.getByRole('link', { name: 'Edit' }).click()
  await note.fill('Given up')
  await notes.getByRole('link', { name: 'Cancel' }).click()
  await notes.getByRole('link', { name: 'Edit' }).click()
  expect(await note.inputValue()).toBe('Pack the lens apart')

  const feedback = page.getByRole('region', { name: 'Feedback' })
  const reply = feedback.getByRole('textbox', { name: 'Your reply' })
  const write = feedback.getByRole('link', { name: /^(Reply|Edit your reply)$/ }).first()
  await write.click()
  await reply.fill('Thank you for your patience.')
  await notes.locator('summary').click()
  await tag.fill('patience')
  await notes.getByRole('button', { name: 'Add tag' }).click()
  await notes.getByRole('button', { name: 'Remove tag patience' }).waitFor()
  await write.click()
  await reply.waitFor()
  expect(await reply.inputValue()).toBe('Thank you for your patience.')
  await feedback.getByRole('button', { name: 'Save reply' }).click()
  await feedback.getByText('Thank you for your patience.').waitFor()
  await expectAccessible(page)
})

it('a message that is being written does not go on to the next order of the list, and is back with its own', async () => {
  const page = await as('owner@demo.example')
  await openPage(page, test.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))
  await page.locator('tbody tr').first().locator('th a').click()
  const message = page.getByRole('textbox', { name: 'Message to the buyer' })
  await message.fill('For this order alone')
  const step = async (name: string) => {
    const order = page.getByRole('heading', { level: 1 })
    const before = await order.innerText()
    await page.getByRole('link', { name }).click()
    await expect.poll(() => order.innerText()).not.toBe(before)
  }
  await step('Next order')
  expect(await message.inputValue()).toBe('')
  await step('Previous order')
  expect(await message.inputValue()).toBe('For this order alone')
})

it('conversations are answered one after the other with the keyboard alone, each draft with its own', async () => {
  const page = await as('owner@demo.example')
  await openPage(page, test.url + withQuery(paths.conversations, { standing: 'unanswered' }))
  const waiting = await page.locator('tbody tr').count()
  const heading = page.getByRole('heading', { level: 1 })
  const message = page.getByRole('textbox', { name: 'Message to the buyer' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expectFocus(message)
  await page.keyboard.type('jkr')
  await page.keyboard.press('Escape')
  const first = await heading.innerText()
  await page.keyboard.press('j')
  await expect.poll(() => heading.innerText()).not.toBe(first)
  expect(await message.inputValue()).toBe('')
  await page.keyboard.press('k')
  await expect.poll(() => heading.innerText()).toBe(first)
  expect(await message.inputValue()).toBe('jkr')
  await page.keyboard.press('r')
  await expectFocus(message)
  for (let answered = 1; answered <= waiting; answered += 1) {
    const address = page.url()
    await message.fill('We look into it.')
    await page.getByRole('button', { name: 'Send and next' }).press('Enter')
    await page.waitForURL((url) => url.href !== address)
    if (answered < waiting) await expectFocus(message)
  }
  await page.getByText('No buyer waits for you').waitFor()
})

it('a form of the order that is opened while its conversation is being marked as read comes, whichever answer is first', async () => {
  const page = await as('owner@demo.example')
  const number = await orderOf('It came today, and it is even nicer')
  await clickWhileSending(page, {
    sent: '**/sh/ord/conversation?*',
    begin: () => openPage(page, test.url + paths.orderDetails(number)),
    link: page.getByRole('main').getByRole('link', { name: 'Refund', exact: true }),
    unknown: 'refund',
  })
  await expect.poll(() => page.getByRole('main').getByLabel('Reason').isVisible()).toBe(true)
})

it('a question is answered without script', async () => {
  const number = await orderOf('It has not come yet')
  const page = await formPage(test, 'owner@demo.example')
  await page.open(paths.orderDetails(number))
  page.fill('Message to the buyer', 'It comes by {{carrier}}')
  await page.press('Send')
  page.says('Replace {{carrier}} or remove it')
  // Pasted text is not cut: the server reports that it is too long and keeps it.
  page.fill('Message to the buyer', 'x'.repeat(2001))
  await page.press('Send')
  page.says(/A message has at most 2,?000 characters/)
  expect(page.value('Message to the buyer')).toHaveLength(2001)
  page.fill('Message to the buyer', 'We send another one today.')
  await page.press('Send')
  page.within('region', 'Conversation with the buyer').says('We send another one today.')
  expect(page.url.pathname + page.url.search).toBe(paths.conversation(number))
})

it('a viewer sees neither what was said nor a form', async () => {
  const number = await orderOf('It has not come yet')
  const seen = async (email: string) => {
    const html = await (await httpMember(test, email)).read(paths.orderDetails(number))
    const leadsToNote = linksIn(html).some((href) => href.startsWith(paths.orderNotes(number)))
    return [html.includes('It has not come yet'), html.includes('<textarea'), leadsToNote, html.includes('Timeline')]
  }
  expect(await seen('viewer@demo.example')).toEqual([false, false, false, true])
  expect(await seen('owner@demo.example')).toEqual([true, true, true, true])
})
