/**
 * A part of the demo's drawing of a product, the middle of it, as an SVG of its own.
 *
 * @param drawn the file of all drawings, `public/demo/products.svg`
 * @param name which of them: what stands behind `#` in its address
 * @param part how much of it is seen, 1 is all; less is nearer
 * @returns null where there is no such drawing
 */
export function drawingPart(drawn: string, name: string, part: number): string | null {
  const [, box] = (/^[\w-]+$/.test(name) && new RegExp(`<view id="${name}" viewBox="([\\d ]+)"`).exec(drawn)) || []
  if (!box) return null
  const [x = 0, y = 0, side = 0] = box.split(' ').map(Number)
  const edge = (side * (1 - part)) / 2
  return drawn.replace(/(<svg [^>]*viewBox=")[^"]*/, `$1${x + edge} ${y + edge} ${side * part} ${side * part}`)
}
