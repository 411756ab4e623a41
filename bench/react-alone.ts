import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import { elementsOf } from './markup.ts'

/** Renders a page's markup with nothing but React: no components, no data, no router, no compression. */
export interface ReactAlone {
  /** Renders once; resolves with the number of bytes written. */
  render(): Promise<number>
}

/** Reads a page's HTML once; what is measured is the rendering. */
export function createReactAlone(html: string): ReactAlone {
  const tree = elementsOf(html)
  return {
    async render() {
      let bytes = 0
      const nowhere = new Writable({
        write(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          done()
        },
      })
      await new Promise<void>((resolve, reject) => {
        const { pipe } = renderToPipeableStream(tree, {
          onShellReady: () => {
            pipe(nowhere)
            resolve()
          },
          onShellError: reject,
        })
      })
      await finished(nowhere)
      return bytes
    },
  }
}
