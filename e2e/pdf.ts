import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'

/** A printed page. */
export interface PrintedPage {
  /** Millimetres. */
  width: number
  height: number
  text: string
}

const millimetresAPoint = 25.4 / 72

/** Prints a page in its own paper size and reads the result. */
export async function printed(page: Page): Promise<PrintedPage[]> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: false })
  const paper = await getDocumentProxy(new Uint8Array(Buffer.from(data, 'base64')))
  const { text } = await extractText(paper, { mergePages: false })
  return Promise.all(
    text.map(async (words, index) => {
      const { width, height } = (await paper.getPage(index + 1)).getViewport({ scale: 1 })
      return { width: width * millimetresAPoint, height: height * millimetresAPoint, text: words.normalize('NFKC') }
    }),
  )
}
