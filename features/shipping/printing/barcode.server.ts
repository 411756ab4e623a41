/** Draws a text as a Code 128 barcode; returns SVG markup that fills its box. */
export type DrawBarcode = (text: string) => string

/** Quiet zone: ten times the narrowest bar (ISO/IEC 15417, 4.2). */
const quietModules = 10

/** Loads the large barcode library on first use. Returns empty markup for texts outside Code 128, such as a SKU in Chinese. */
export async function loadBarcodes(): Promise<DrawBarcode> {
  const { default: bwip } = await import('bwip-js/node')
  return (text) => {
    if (!/^[\u0020-\u007e]{1,80}$/.test(text)) return ''
    const [symbol] = bwip.raw('code128', text)
    if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 is a row of bars')
    return barcodeMarkup(symbol.sbs)
  }
}

/** Alternating widths of bars and gaps, in modules. One path without anti-aliasing keeps the edges sharp. */
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
