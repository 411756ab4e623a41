import { Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compress, compressParts } from './compression.ts'

describe('a compressed response', () => {
  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('contains what was sent, as %s', async (encoding, decompress) => {
    const text = 'orders '.repeat(1000)
    for (const headers of [undefined, { 'Content-Length': String(text.length) }]) {
      const answer = await compress(new Response(text, { status: 404, headers }), encoding)
      expect(answer.status).toBe(404)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
      })
      expect(answer.headers.has('Content-Length')).toBe(false)
      const bytes = await answer.arrayBuffer()
      expect(bytes.byteLength).toBeLessThan(200)
      expect(decompress(bytes).toString()).toBe(text)
    }
  })

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['deflate', null],
    [null, null],
  ])('for a browser that accepts %j is %j', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))

  it('is aborted if compression fails, and the process keeps running', async () => {
    const broken = new Transform({ transform: (_chunk, _encoding, done) => done(new Error('no memory for it')) })
    await expect(compressParts(new Response('orders'), 'br', broken).text()).rejects.toThrow('no memory for it')
  })

  it('ends its source when the reader disconnects', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await setImmediate()
        controller.enqueue(new Uint8Array(1000))
      },
      cancel: () => void (cancelled = true),
    })
    const reader = (await compress(new Response(endless), 'gzip')).body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => cancelled).toBe(true)
  })
})
