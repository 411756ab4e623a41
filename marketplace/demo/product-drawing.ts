import { execFile } from 'node:child_process'
import { minute } from '#lib/duration.ts'

/** Reads an SVG, and writes it as pixels: a PNG with sides of so many. */
const drawer = `
  import sharp from 'sharp'
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  const side = Number(process.argv[1])
  process.stdout.write(await sharp(Buffer.concat(parts)).resize(side, side).png({ compressionLevel: 1 }).toBuffer())`

/** Bytes of a PNG at most, and milliseconds that it may take. */
const most = { maxBuffer: 50_000_000, timeout: minute }

/**
 * The demo's drawing of a product as a PNG. It is drawn by a process of its own: a process that has taken an upload reads no SVG any
 * more, for good (`prepare-picture.server.ts`), and whatever was read before or after must not matter.
 *
 * @param drawn the file of all drawings, `public/demo/products.svg`
 * @param name which of them: what stands behind `#` in its address
 * @param side of the square, in pixels
 * @returns null where there is no such drawing
 */
export async function drawProduct(drawn: string, name: string, side: number): Promise<Buffer | null> {
  const [, box] = (/^[\w-]+$/.test(name) && new RegExp(`<view id="${name}" viewBox="([\\d ]+)"`).exec(drawn)) || []
  if (!box) return null
  const svg = drawn.replace(/(<svg [^>]*viewBox=")[^"]*/, `$1${box}`)
  const args = ['--input-type=module', '--eval', drawer, '--', String(side)]
  return new Promise((resolve, reject) => {
    const options = { ...most, cwd: import.meta.dirname, encoding: 'buffer' as const }
    const child = execFile(process.execPath, args, options, (error, png) => (error ? reject(error) : resolve(png)))
    // Where it ends before it has read all, the callback says why.
    child.stdin?.on('error', () => {}).end(svg)
  })
}
