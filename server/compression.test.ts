import { Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compress, compressParts } from './compression.ts'

describe('a compressed answer', () => {
  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('holds what was sent, as %s', async (encoding, decompress) => {
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
  ])('for a browser that takes %j is %j', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))

  it('breaks off where compressing fails, and leaves the process alone', async () => {
    const broken = new Transform({ transform: (_chunk, _encoding, done) => done(new Error('no memory for it')) })
    await expect(compressParts(new Response('orders'), 'br', broken).text()).rejects.toThrow('no memory for it')
  })

  it('ends what it is made from where the reader goes away', async () => {
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
