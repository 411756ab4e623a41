import type { BarcodeReader } from './read-barcodes.ts'

/** Reads barcodes by WebAssembly in a worker until `signal` aborts. */
export function startBarcodeWorker(signal: AbortSignal): BarcodeReader {
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  return {
    async detect(video) {
      const picture = await createImageBitmap(video)
      return new Promise((resolve, reject) => {
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<string[]>) => {
            resolve(data.map((rawValue) => ({ rawValue })))
          },
          { once: true },
        )
        worker.addEventListener('error', () => reject(new Error('The barcode decoder cannot be loaded')), {
          once: true,
        })
        worker.postMessage(picture, [picture])
      })
    },
  }
}
