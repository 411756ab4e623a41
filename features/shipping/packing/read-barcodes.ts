/** The part of the Barcode Detection API that is used; TypeScript's DOM library does not have it. */
interface BarcodeReader {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeReaderClass = new () => BarcodeReader

/** Milliseconds between two looks at the picture: a phone decodes one in about 50. */
const between = 150

const readerClass = (): BarcodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector

/** Whether this browser reads barcodes and lets a page use the camera, which needs https. */
export const readsBarcodes = () => readerClass() !== undefined && navigator.mediaDevices !== undefined

/**
 * Shows the rear camera in `video` and reports each barcode that comes into the picture, until `signal` aborts. A code that stays in
 * the picture is reported once. Rejects where the camera may not be used or cannot be.
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
    // A picture that cannot be read yet, as before the first frame, has no codes.
    const found = await reader.detect(video).catch(() => [])
    const codes = new Set(found.map(({ rawValue }) => rawValue))
    for (const code of codes) if (!before.has(code) && !signal.aborted) onCode(code)
    before = codes
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}
