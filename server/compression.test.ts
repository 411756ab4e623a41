import { Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compress } from './compression.ts'

describe('a compressed answer', () => {
  it('holds what was sent', async () => {
    const bytes = await compress(new Response('orders '.repeat(1000)), 'gzip').arrayBuffer()
    expect(gunzipSync(bytes).toString()).toBe('orders '.repeat(1000))
  })

  it('breaks off where compressing fails, and leaves the process alone', async () => {
    const broken = new Transform({ transform: (_chunk, _encoding, done) => done(new Error('no memory for it')) })
    await expect(compress(new Response('orders'), 'br', broken).text()).rejects.toThrow('no memory for it')
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
    const reader = compress(new Response(endless), 'gzip').body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => cancelled).toBe(true)
  })
})
