/** Draws a text as a barcode (Code 128): an SVG element as markup, black bars that fill their box. */
export type DrawBarcode = (text: string) => string

/** Bars need white on both sides, ten times as wide as the narrowest of them (ISO/IEC 15417, 4.2). */
const quietModules = 10

/**
 * Gets the library that knows the code, on first use: it is large. Only what Code 128 can hold is drawn; of other
 * texts (a SKU in Chinese) there is no barcode, and the answer is empty.
 */
export async function loadBarcodes(): Promise<DrawBarcode> {
  const { default: bwip } = await import('bwip-js/node')
  return (text) => {
    if (!/^[\u0020-\u007e]{1,80}$/.test(text)) return ''
    const [symbol] = bwip.raw('code128', text)
    if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 is a row of bars')
    return barcodeMarkup(symbol.sbs)
  }
}

/** Bars and gaps by turns, in modules. One path, and no anti-aliasing that would blur their edges. */
function barcodeMarkup(widths: readonly number[]): string {
  let x = quietModules
  let path = ''
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  const viewBox = `0 0 ${x + quietModules} 1`
  return `<svg class="bars" viewBox="${viewBox}" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true"><path d="${path}"/></svg>`
}
