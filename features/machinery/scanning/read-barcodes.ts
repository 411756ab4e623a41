/** The part of the Barcode Detection API used here; TypeScript's DOM library lacks it. */
export interface BarcodeReader {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeReaderClass = new () => BarcodeReader

/** Milliseconds between frames; a phone decodes one in about 50. */
const between = 150

const readerClass = (): BarcodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector

/** The camera; browsers offer none to plain HTTP pages. */
// oxlint-disable-next-line no-restricted-properties -- the page says that https is needed
const camera = () => (navigator as Partial<Navigator>).mediaDevices

/** Whether to offer the camera: where there is one, or only https is missing. */
export const offersCamera = () => !isSecureContext || camera() !== undefined

/** The browser's decoder, or ours, which is loaded with the camera's first picture. */
async function openReader(signal: AbortSignal): Promise<BarcodeReader> {
  const Reader = readerClass()
  return Reader ? new Reader() : (await import('./barcode-polyfill.ts')).startBarcodeWorker(signal)
}

/**
 * Shows the rear camera in `video` and reports each new barcode until `signal` aborts. Rejects if the camera is not available or not
 * permitted.
 */
export async function watchCodes(
  video: HTMLVideoElement,
  { signal, onCode }: { signal: AbortSignal; onCode: (code: string) => void },
): Promise<void> {
  const stream = await camera()?.getUserMedia({ video: { facingMode: 'environment' } })
  if (!stream) throw new Error('There is no camera')
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const reader = await openReader(signal)
  let before = new Set<string>()
  while (!signal.aborted) {
    // Frames that cannot be decoded yet, such as before the first one, contain no codes.
    const found = await reader.detect(video).catch(() => [])
    const codes = new Set(found.map(({ rawValue }) => rawValue))
    for (const code of codes) if (!before.has(code) && !signal.aborted) onCode(code)
    before = codes
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}
