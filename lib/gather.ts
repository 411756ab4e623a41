import { Transform, Writable } from 'node:stream'

/** Bytes held until somebody reads: more than a page has, so that it leaves in one piece; of an export, little. */
const mostHeld = 1_000_000

/**
 * Joins what comes in one turn of the event loop. React writes 2 KB at a time, and each piece would pass every stream on
 * the way by itself, and be flushed by a round through a thread of the compressor. Where nobody reads it takes no more.
 */
export function gather(): Transform {
  let parts: Buffer[] = []
  let held = 0
  let due: NodeJS.Immediate | undefined
  /** Asks for more: now, or where too much is held already, once it was passed on and read. */
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

/** Takes all that is written, and hands it over in one piece at the end. */
export function collect(onWhole: (whole: Buffer<ArrayBuffer>) => void): Writable {
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
