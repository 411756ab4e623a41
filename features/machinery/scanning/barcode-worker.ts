import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/*
 * Decodes pictures where the browser has no Barcode Detection API (Firefox, Safari). In a worker, since its own response
 * allows WebAssembly (`server/security-headers.ts`) and pages need not.
 */
prepareZXingModule({ overrides: { locateFile: () => wasm } })
const detector = new BarcodeDetector()

addEventListener('message', ({ data: picture }: MessageEvent<ImageBitmap>) => {
  void detector
    .detect(picture)
    .then(
      (found) => found.map(({ rawValue }) => rawValue),
      () => [],
    )
    .then((codes) => {
      picture.close()
      postMessage(codes)
    })
})
