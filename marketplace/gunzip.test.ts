import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gunzip, GzipFault } from './gunzip.ts'

/** Unpacks input delivered in pieces of `size` bytes. */
async function unpack(file: Buffer, size: number) {
  const pieces = async function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
  }
  const out: Uint8Array[] = []
  let [bytes, trailing] = [0, 0]
  for await (const piece of gunzip(pieces())) {
    out.push(...piece.data)
    bytes += piece.bytes
    trailing += piece.trailing ?? 0
  }
  return { text: Buffer.concat(out).toString(), bytes, trailing }
}

const size = fc.integer({ min: 1, max: 5_000 })
const text = fc.string({ maxLength: 20_000 })
const gzip = fc.tuple(text, fc.integer({ min: 0, max: 9 })).map(([value, level]) => gzipSync(value, { level }))

describe('a gzip', () => {
  it('is unpacked like zlib, in any number of members and chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(gzip, { minLength: 1, maxLength: 4 }),
        fc.nat(600),
        size,
        async (members, zeros, of) => {
          const file = Buffer.concat([...members, Buffer.alloc(zeros)])
          const wanted = gunzipSync(Buffer.concat(members)).toString()
          expect(await unpack(file, of)).toEqual({ text: wanted, bytes: file.length, trailing: 0 })
        },
      ),
    )
  })

  it('is complete whatever follows it, and the rest is counted', async () => {
    const rest = fc.uint8Array({ minLength: 1 }).filter(([first]) => first !== 0 && first !== 0x1f)
    await fc.assert(
      fc.asyncProperty(gzip, rest, size, async (packed, more, of) => {
        const { text: found, trailing } = await unpack(Buffer.concat([packed, more]), of)
        expect([found, trailing]).toEqual([gunzipSync(packed).toString(), more.length])
      }),
    )
  })

  it('that is cut off anywhere is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(gzip, fc.nat(), size, async (packed, at, of) => {
        const cut = packed.subarray(0, at % packed.length)
        await expect(unpack(cut, of)).rejects.toMatchObject({ reason: 'cut' })
      }),
    )
  })

  it('with one wrong bit is rejected, or the bit has no effect', async () => {
    await fc.assert(
      fc.asyncProperty(gzip, fc.nat(), size, async (packed, at, of) => {
        const header = 10
        const bit = at % ((packed.length - header) * 8)
        const right = gunzipSync(packed).toString()
        packed[header + (bit >> 3)]! ^= 1 << (bit & 7)
        const outcome = await unpack(packed, of).catch((fault: unknown) => fault)
        // Up to seven padding bits are in the last byte.
        if (outcome instanceof GzipFault) expect(outcome.reason).toMatch(/cut|damaged/)
        else expect(outcome).toMatchObject({ text: right, trailing: 0 })
      }),
    )
  })

  it('may contain a file name and other header fields', async () => {
    const plain = gzipSync('rows')
    const said = Buffer.concat([Buffer.from([2, 0, 1, 2]), Buffer.from('a.csv\0a comment\0'), Buffer.from([9, 9])])
    const file = Buffer.concat([
      plain.subarray(0, 3),
      Buffer.from([0b11110]),
      plain.subarray(4, 10),
      said,
      plain.subarray(10),
    ])
    expect((await unpack(file, 3)).text).toBe('rows')
    file[2] = 7
    await expect(unpack(file, 99)).rejects.toMatchObject({ reason: 'damaged' })
  })
})
