import { Transform, Writable } from 'node:stream'

/** Buffer limit in bytes: more than a page needs, so that it leaves in one chunk, and little of an export. */
const mostHeld = 1_000_000

/**
 * Joins chunks written in one turn of the event loop. React writes 2 KB at a time; unjoined, each chunk would pass
 * through every stream and be flushed by a compressor thread. Applies backpressure when nobody reads.
 */
export function coalesceChunks(): Transform {
  let parts: Buffer[] = []
  let held = 0
  let due: NodeJS.Immediate | undefined
  /** Requests more input: at once, or after the full buffer is read. */
  let more: (() => void) | undefined
  const take = () => {
    clearImmediate(due)
    due = undefined
    const whole = Buffer.concat(parts)
    parts = []
    held = 0
    return whole
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      parts.push(chunk)
      held += chunk.length
      due ??= setImmediate(() => {
        this.push(take())
        const next = more
        more = undefined
        next?.()
      })
      if (held + this.readableLength < mostHeld) done()
      else more = done
    },
    flush(done) {
      if (parts.length > 0) this.push(take())
      done()
    },
    destroy(error, done) {
      clearImmediate(due)
      done(error)
    },
  })
}

/** Collects everything written and passes it on in one piece at the end. */
export function collectBuffer(onWhole: (whole: Buffer<ArrayBuffer>) => void): Writable {
  const parts: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk)
      done()
    },
    final(done) {
      onWhole(Buffer.concat(parts))
      done()
    },
  })
}
