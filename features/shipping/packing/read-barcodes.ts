/** The part of the Barcode Detection API used here; TypeScript's DOM library lacks it. */
interface BarcodeReader {
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

/** Whether to offer the camera: where the browser detects barcodes, or only https is missing. */
export const offersCamera = () => !isSecureContext || (readerClass() !== undefined && camera() !== undefined)

/**
 * Shows the rear camera in `video` and reports each new barcode until `signal` aborts. Rejects if the camera is not available or not
 * permitted.
 */
export async function watchCodes(
  video: HTMLVideoElement,
  { signal, onCode }: { signal: AbortSignal; onCode: (code: string) => void },
): Promise<void> {
  const Reader = readerClass()
  const devices = camera()
  if (!Reader || !devices) throw new Error('This browser reads no barcodes')
  const reader = new Reader()
  const stream = await devices.getUserMedia({ video: { facingMode: 'environment' } })
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
