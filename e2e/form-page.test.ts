import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { FormPage } from './form-page.ts'
import { newPage, useBrowser } from './testing.ts'

const html = (form: string) => `<!doctype html><html lang="en"><title>A form</title><body>${form}</body></html>`
const controls = `
  <label>Name <input name="name" value="Ada"></label>
  <label for="note">Note</label><textarea id="note" name="note">
One
two</textarea>
  <label>Size <select name="size"><option value="s">Small</option><option>Large</option></select></label>
  <label>Colour <select name="colour"><option value="r">Red</option><option value="b" selected>Blue</option></select></label>
  <label><input type="checkbox" name="box" checked>Checked</label>
  <label><input type="checkbox" name="more" value="yes">More</label>
  <label><input type="radio" name="kind" value="a" checked>First</label>
  <label><input type="radio" name="kind" value="b">Second</label>
  <input type="hidden" name="key" value="k 1">
  <input name="off" value="off" disabled><fieldset disabled><input name="in" value="in"></fieldset>
  <button name="step" value="check">Check</button><button name="step" value="save" formaction="/saved">Save</button>`
const pages: Record<string, string> = {
  '/post': html(
    `<form method="post" id="form">${controls}</form><button form="form" name="step" value="far">Far</button>`,
  ),
  '/get': html(`<form action="/got?old=1">${controls}</form>`),
  '/file': html(`<form method="post" enctype="multipart/form-data">${controls}
    <label>Files <input type="file" name="files" multiple></label><input type="file" name="none"></form>`),
  '/odd': html(`<form method="post"><label>Must <input name="must" required></label><button>Send</button>
    <button hidden>Hidden</button><details><summary>Folded</summary><button>Inside</button></details>
    <button disabled>Off</button><label>Short <input name="short" maxlength="3"></label></form>
    <p>Twice <b>bold</b></p><a href="/get">Here</a><a href="/post">There</a><a href="/post">There</a><a href="/post">Here</a>`),
}

let sent: string[] = []
const server = createServer((request, response) => {
  void new Response(request as never).text().then((body) => {
    // Each browser generates its own multipart boundary.
    const [edge] = /^--\S+/.exec(body) ?? []
    const { method, headers } = request
    if (method === 'POST' || request.url?.startsWith('/got'))
      sent.push([method, request.url, headers.origin, edge ? body.replaceAll(edge, '--edge') : body].join(' '))
    response.setHeader('content-type', 'text/html').end(pages[request.url ?? ''] ?? html('<h1>Thank you</h1>'))
  })
})

useBrowser()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${portOf(server)}`
afterAll(() => void server.close())

describe('a page read over HTTP', () => {
  it('sends what a browser without script sends', async () => {
    const drawn = await newPage({ javaScriptEnabled: false })
    const read = new FormPage(url)
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a\nb') }
    for (const [path, button] of [
      ['/post', 'Check'],
      ['/post', 'Save'],
      ['/post', 'Far'],
      ['/get', 'Check'],
      ['/file', 'Save'],
    ] as const) {
      sent = []
      await drawn.goto(url + path)
      await drawn.getByLabel('Name').fill('Bo & Co')
      await drawn.getByLabel('More').check()
      await drawn.getByLabel('Second').check()
      await drawn.getByLabel('Size').selectOption('Large')
      if (path === '/file') await drawn.getByLabel('Files').setInputFiles([file, file])
      await drawn.getByRole('button', { name: button }).click()
      await drawn.getByRole('heading', { name: 'Thank you' }).or(drawn.getByLabel('Name')).first().waitFor()
      await read.open(path)
      read.fill('Name', 'Bo & Co')
      read.check('More')
      read.check('Second')
      read.select('Size', 'Large')
      if (path === '/file') read.pick('Files', file, file)
      await read.press(button)
      expect(sent).toHaveLength(2)
      expect(sent[1], path).toBe(sent[0])
      expect(sent[0]).toContain('Bo')
    }
  })

  it('has nothing that a reader does not see, and sends nothing that a browser does not send', async () => {
    const page = new FormPage(url)
    await page.open('/odd')
    expect(() => page.says('Twice bold')).not.toThrow()
    expect(() => page.says(/^bold$/)).not.toThrow()
    for (const text of ['twice', 'Inside', 'Hidden', /^Twice$/]) expect(() => page.says(text)).toThrow('does not say')
    for (const name of ['Hidden', 'Inside', 'Nothing']) await expect(page.press(name)).rejects.toThrow('0 of button')
    await expect(page.press('Off')).rejects.toThrow('disabled')
    await expect(page.press('Send')).rejects.toThrow('it is empty: Must')
    expect(() => page.fill('Short', 'long')).toThrow('would be cut')
    await expect(page.follow('Here')).rejects.toThrow('2 of link')
    page.unfold('Folded')
    page.fill('Must', 'x')
    await page.press('Inside')
    await page.open('/odd')
    await page.follow('There')
    expect(page.url.pathname).toBe('/post')
  })
})
