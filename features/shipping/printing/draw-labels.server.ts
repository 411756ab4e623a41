import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { paths } from '#web/paths.ts'

/** The reader of PDF that draws labels in the browser (Mozilla's PDF.js), loaded only by pages of slips with labels. */
export const readPdfReader = () => readFile(fileURLToPath(import.meta.resolve('unpdf/pdfjs')))

/**
 * Markup of a script that draws the labels of a page at their printed size, 300 dots an inch, one after the other. A
 * label that cannot be drawn keeps its link, and the print dialog does not open by itself.
 */
export const drawLabels = (nonce: string) => `<script nonce="${nonce}" type="module">
const draw = async (place, getDocument) => {
  const file = await fetch(place.dataset.label)
  const loading = getDocument({ data: new Uint8Array(await file.arrayBuffer()), useSystemFonts: true })
  const pdf = await loading.promise
  const images = []
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const page = await pdf.getPage(n)
    const viewport = page.getViewport({ scale: 300 / 72 })
    const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
    await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
    const image = Object.assign(new Image(), { src: canvas.toDataURL(), alt: place.textContent })
    image.style.width = page.getViewport({ scale: 1 }).width + 'pt'
    await image.decode()
    images.push(image)
  }
  place.replaceChildren(...images)
  await loading.destroy()
}
const places = [...document.querySelectorAll('[data-label]')]
self.drawn = import('${paths.pdfReader}').then(async ({ getDocument }) => {
  let drawn = 0
  for (const place of places) drawn += await draw(place, getDocument).then(() => 1, () => 0)
  document.documentElement.dataset.drawn = drawn
  if (drawn < places.length) throw new Error('Some labels could not be drawn')
})
self.drawn.catch(() => {})
</script>`
