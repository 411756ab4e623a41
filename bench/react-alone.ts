import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import { elementsOf } from './markup.ts'

/** Renders a page's markup with React only: no components, data, router or compression. */
export interface ReactAlone {
  /** Renders once; resolves with the bytes written. */
  render(): Promise<number>
}

/** Parses a page's HTML once; only rendering is measured. */
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
