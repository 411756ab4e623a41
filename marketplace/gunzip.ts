import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'

/** The first two bytes of a gzip. */
export const gzipMagic = 0x1f8b

export class GzipFault extends Error {
  readonly reason: 'cut' | 'damaged'
  constructor(reason: 'cut' | 'damaged') {
    super(`the gzip is ${reason}`)
    this.reason = reason
  }
}

export interface Unzipped {
  data: Uint8Array[]
  /** Compressed bytes read for it. */
  bytes: number
  /** Bytes of the last chunk after the gzip data that are neither gzip nor padding. */
  trailing?: number
}

/**
 * Unpacks a gzip stream (RFC 1952) member by member and verifies checksum and length. Ignores trailing data, as `gzip
 * -d` does; zlib's reader would lose rows with it.
 * @throws GzipFault at the end of a truncated or corrupt member: earlier data may be wrong
 */
export async function* gunzip(pieces: AsyncIterable<Buffer>): AsyncGenerator<Unzipped> {
  const source = new Source(pieces)
  do {
    await skipHeader(source)
    yield* unpackMember(source)
  } while (await source.beginsWith(gzipMagic))
  yield { data: [], trailing: await source.countTrailing(), bytes: source.bytesRead() }
}

const deflated = 8
const headerChecksum = 2
const extraField = 4
const fileName = 8
const comment = 16

async function skipHeader(source: Source): Promise<void> {
  const [, , method, flags = 0] = await source.take(10)
  if (method !== deflated || flags > 31) throw new GzipFault('damaged')
  if (flags & extraField) await source.take((await source.take(2)).readUInt16LE())
  if (flags & fileName) await skipText(source)
  if (flags & comment) await skipText(source)
  if (flags & headerChecksum) await source.take(2)
}

async function skipText(source: Source): Promise<void> {
  while ((await source.take(1))[0] !== 0);
}

async function* unpackMember(source: Source): AsyncGenerator<Unzipped> {
  const inflate = createInflateRaw()
  const data: Uint8Array[] = []
  inflate.on('data', (part: Uint8Array) => data.push(part))
  // Writing corrupt data gets no callback.
  const failed = once(inflate, 'error')
  let checksum = 0
  let length = 0
  let given = 0
  try {
    // It consumes nothing beyond its member.
    while (inflate.bytesWritten === given) {
      const piece = await source.next()
      given += piece.length
      await Promise.race([new Promise<void>((done) => inflate.write(piece, () => done())), failed])
      if (inflate.errored) throw new GzipFault('damaged')
      source.giveBack(piece.subarray(piece.length - (given - inflate.bytesWritten)))
      for (const part of data) {
        checksum = crc32(part, checksum)
        length += part.length
      }
      yield { data: data.splice(0), bytes: source.bytesRead() }
    }
  } finally {
    inflate.destroy()
  }
  const end = await source.take(8)
  // The length is stored modulo 2^32.
  if (end.readUInt32LE() !== checksum || end.readUInt32LE(4) !== length % 2 ** 32) throw new GzipFault('damaged')
}

class Source {
  readonly #pieces: AsyncIterator<Buffer>
  #rest = Buffer.alloc(0)
  #read = 0

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Reads `count` bytes; GzipFault at end of file. */
  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) if (!(await this.#fill())) throw new GzipFault('cut')
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  /** Reads available bytes; GzipFault at end of file. */
  async next(): Promise<Buffer> {
    if (this.#rest.length === 0 && !(await this.#fill())) throw new GzipFault('cut')
    return this.take(this.#rest.length)
  }

  giveBack(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest])
  }

  async beginsWith(mark: number): Promise<boolean> {
    while (this.#rest.length < 2) if (!(await this.#fill())) return false
    return this.#rest.readUInt16BE() === mark
  }

  /** Remaining bytes; 0 if they are all zeros, which pad files on tape. */
  async countTrailing(): Promise<number> {
    let count = 0
    let isPadding = true
    do {
      count += this.#rest.length
      isPadding &&= this.#rest.every((byte) => byte === 0)
      this.#rest = this.#rest.subarray(this.#rest.length)
    } while (await this.#fill())
    return isPadding ? 0 : count
  }

  /** Bytes read since the last call. */
  bytesRead(): number {
    const read = this.#read
    this.#read = 0
    return read
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#pieces.next()
    if (done) return false
    this.#read += value.length
    this.#rest = Buffer.concat([this.#rest, value])
    return true
  }
}
