import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { coalesceChunks } from './coalesce-chunks.ts'

it('combines what is written in one turn into one chunk', async () => {
  const stream = coalesceChunks()
  const pieces: string[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece.toString()))
  for (const word of ['one ', 'turn ', 'and ']) stream.write(word)
  await setImmediate()
  await setImmediate()
  stream.end('the end')
  await new Promise((resolve) => stream.once('close', resolve))
  expect(pieces).toEqual(['one turn and ', 'the end'])
})

it('buffers no more than its limit without a reader, and continues with one', async () => {
  const bytes = 10_000
  const all = 1000
  let written = 0
  const source = Readable.from(
    (async function* () {
      for (; written < all; written += 1) {
        await setImmediate()
        yield Buffer.alloc(bytes)
      }
    })(),
  )
  const stream = source.pipe(coalesceChunks())
  for (let turn = 0; turn < all * 3; turn += 1) await setImmediate()
  expect(written * bytes).toBeLessThan(3_000_000)
  let read = 0
  for await (const piece of stream.pipe(new PassThrough())) read += (piece as Buffer).length
  expect(read).toBe(all * bytes)
})
