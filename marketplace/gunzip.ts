import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'

/** The first two bytes of a gzip. */
export const gzipMagic = 0x1f8b

/** A gzip that cannot be trusted. */
export class GzipFault extends Error {
  readonly reason: 'cut' | 'damaged'
  constructor(reason: 'cut' | 'damaged') {
    super(`the gzip is ${reason}`)
    this.reason = reason
  }
}

/** What a piece of a gzip holds. */
export interface Unzipped {
  data: Uint8Array[]
  /** Bytes of the gzip that were read for it. */
  bytes: number
  /** Bytes of the last piece that follow the gzip, and are neither one nor padding. */
  trailing?: number
}

/**
 * Unpacks a gzip (RFC 1952) as it comes: one member after another, each held against its checksum and its length. What
 * follows is left away, as `gzip -d` does; zlib's own reader would lose rows with it.
 *
 * @throws GzipFault at the end of a member that is cut off or damaged: what came before may be wrong.
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
  // A write of what is damaged has no answer.
  const failed = once(inflate, 'error')
  let checksum = 0
  let length = 0
  let given = 0
  try {
    // It takes nothing of what is not its own.
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
  // The length counts modulo 2^32.
  if (end.readUInt32LE() !== checksum || end.readUInt32LE(4) !== length % 2 ** 32) throw new GzipFault('damaged')
}

/** The bytes of a gzip, some at a time. */
class Source {
  readonly #pieces: AsyncIterator<Buffer>
  #rest = Buffer.alloc(0)
  #read = 0

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** So many bytes; GzipFault where the file ends before. */
  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) if (!(await this.#fill())) throw new GzipFault('cut')
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  /** Some bytes; GzipFault where none are left. */
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

  /** Bytes to the end; none where all are zeros, which pad a file on a tape. */
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

  /** Bytes read since this was asked last. */
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
