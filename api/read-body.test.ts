import { expect, it } from 'vitest'
import { readLines } from './read-body.ts'

it('reads a batch sent byte by byte as fast as one sent at once', { timeout: 5_000 }, async () => {
  const lines = ['a'.repeat(190_000), '', 'b']
  const bytes = new TextEncoder().encode(lines.join('\n'))
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += 1)))
      else controller.close()
    },
  })
  const read: unknown[] = []
  const sent: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://hub.example', sent)
  for await (const { line, text } of readLines(request)) read.push([line, text])
  expect(read).toEqual(lines.map((text, index) => [index + 1, text]))
})
