import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { MemoryRouter } from '#web/router/testing.ts'
import { describe, expect, it } from 'vitest'
import { awaitNamed, type WaitOutcome } from '#lib/named-wait.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { NamedWait } from './named-wait.tsx'
import type { Waited } from './named-wait.server.ts'

/** Streams a page with one part; `shell` is the output before the part is ready. */
function renderPart(value: Waited<string>): { shell: Promise<string>; whole: Promise<string> } {
  const body = new PassThrough()
  const whole = text(body)
  const chunks: string[] = []
  body.on('data', (chunk: Buffer) => chunks.push(String(chunk)))
  const shell = new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <TextsProvider value={textsFor('en', 'UTC')}>
        <MemoryRouter initialEntries={['/sh/ovw?days=7']}>
          <h1>Overview</h1>
          <NamedWait
            value={value}
            part="Sales"
            placeholder={<p>placeholder</p>}
            renderMissing={(notice) => <section>{notice}</section>}
          >
            {(figure) => <p>{figure}</p>}
          </NamedWait>
          <footer>the rest</footer>
        </MemoryRouter>
      </TextsProvider>,
      {
        onShellReady() {
          pipe(body)
          setImmediate(() => resolve(chunks.join('')))
        },
        onShellError: reject,
        onError: reject,
      },
    )
  })
  return { shell, whole }
}

describe('NamedWait', () => {
  it('renders a value at once, without a placeholder', async () => {
    const html = await renderPart({ state: 'ready', value: '£22,406' }).whole
    expect(html).toContain('<p>£22,406</p>')
    expect(html).not.toContain('placeholder')
    expect(html).not.toContain('<template')
  })

  it('sends the page first and the part when it is there', async () => {
    const data = Promise.withResolvers<string>()
    const { shell, whole } = renderPart(awaitNamed('sales', data.promise, { log: () => {} }))
    expect(await shell).toContain('placeholder')
    expect(await shell).toContain('<noscript><a href="/sh/ovw?days=7&amp;whole=1"')
    expect(await shell).toContain('the rest')
    expect(await shell).not.toContain('£22,406')
    data.resolve('£22,406')
    expect(await whole).toContain('<p>£22,406</p>')
  })

  it('says what happened to a part that took too long, and offers to load the same page again', async () => {
    const log: string[] = []
    const never = awaitNamed('sales', new Promise<string>(() => {}), { timeoutMs: 20, log: (line) => log.push(line) })
    const html = await renderPart(never).whole
    expect(html).toContain('Sales took too long and was not loaded.')
    expect(html).toContain('href="/sh/ovw?days=7"')
    expect(html).toContain('the rest')
    expect(log).toEqual(['Await (sales) timed out after 20ms'])
  })

  it('says that a part failed, and leaves the rest of the page alone', async () => {
    const failed: WaitOutcome<string> = { state: 'failed' }
    for (const value of [failed, Promise.resolve(failed)]) {
      const html = await renderPart(value).whole
      expect(html).toContain('Sales could not be loaded.')
      expect(html).toContain('the rest')
    }
  })
})
