import { Transform } from 'node:stream'

/**
 * Joins what comes in one turn of the event loop. React writes 2 KB at a time, and each piece would pass every stream on
 * the way by itself, and be flushed by a round through a thread of the compressor.
 */
export function gather(): Transform {
  let parts: Buffer[] = []
  let due: NodeJS.Immediate | undefined
  const take = () => {
    clearImmediate(due)
    due = undefined
    const whole = Buffer.concat(parts)
    parts = []
    return whole
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      parts.push(chunk)
      due ??= setImmediate(() => this.push(take()))
      done()
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
