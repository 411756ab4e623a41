/** The part of the Barcode Detection API used here; TypeScript's DOM library lacks it. */
interface BarcodeReader {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeReaderClass = new () => BarcodeReader

/** Milliseconds between frames; a phone decodes one in about 50. */
const between = 150

const readerClass = (): BarcodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector

/** Whether the browser can detect barcodes and use the camera (https only). */
export const readsBarcodes = () => readerClass() !== undefined && navigator.mediaDevices !== undefined

/**
 * Shows the rear camera in `video` and reports each new barcode until `signal` aborts. Rejects if the camera is not available or not
 * permitted.
 */
export async function watchCodes(
  video: HTMLVideoElement,
  { signal, onCode }: { signal: AbortSignal; onCode: (code: string) => void },
): Promise<void> {
  const Reader = readerClass()
  if (!Reader) throw new Error('This browser reads no barcodes')
  const reader = new Reader()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
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
