type Symbology = 'code128' | 'ean13' | 'ean8' | 'qrcode'

/** Draws a text as a barcode, Code 128 if not said otherwise; returns SVG markup that fills its box. */
export type DrawBarcode = (text: string, symbology?: Symbology) => string

/** Quiet zone in modules: ten for Code 128 (ISO/IEC 15417, 4.2), eleven for an EAN (ISO/IEC 15420), four for a QR code. */
const quietZone = { code128: 10, ean13: 11, ean8: 11, qrcode: 4 } as const

/** Loads the large barcode library on first use. Returns empty markup for texts outside Code 128, such as a SKU in Chinese. */
export async function loadBarcodes(): Promise<DrawBarcode> {
  const { default: bwip } = await import('bwip-js/node')
  return (text, symbology = 'code128') => {
    if (symbology === 'qrcode') {
      const [square] = bwip.raw('qrcode', text, '')
      if (!square || !('pixs' in square)) throw new Error('a QR code is a square')
      return squareMarkup(square.pixs, square.pixx)
    }
    if (!/^[\u0020-\u007e]{1,80}$/.test(text)) return ''
    const [symbol] = bwip.raw(symbology, text)
    if (!symbol || !('sbs' in symbol)) throw new Error(`${symbology} is a row of bars`)
    return barcodeMarkup(symbol.sbs, quietZone[symbology])
  }
}

/** Dark and light modules, row by row. */
function squareMarkup(modules: readonly number[], width: number): string {
  const quiet = quietZone.qrcode
  const path = modules.flatMap((dark, at) =>
    dark ? `M${quiet + (at % width)} ${quiet + Math.floor(at / width)}h1v1h-1z` : [],
  )
  const side = width + 2 * quiet
  return `<svg class="bars" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true"><path d="${path.join('')}"/></svg>`
}

/** Alternating widths of bars and gaps, in modules. One path without anti-aliasing keeps the edges sharp. */
function barcodeMarkup(widths: readonly number[], quiet: number): string {
  let x = quiet
  let path = ''
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  const viewBox = `0 0 ${x + quiet} 1`
  return `<svg class="bars" viewBox="${viewBox}" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true"><path d="${path}"/></svg>`
}
