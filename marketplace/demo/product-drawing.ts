import { execFile } from 'node:child_process'
import { minute } from '#lib/duration.ts'

/** Reads an SVG and writes it as a square PNG. */
const drawer = `
  import sharp from 'sharp'
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  const side = Number(process.argv[1])
  process.stdout.write(await sharp(Buffer.concat(parts)).resize(side, side).png({ compressionLevel: 1 }).toBuffer())`

/** Limits: bytes of the PNG, and milliseconds. */
const most = { maxBuffer: 50_000_000, timeout: minute }

/**
 * Renders the demo's drawing of a product as a PNG. In a separate process: one that has handled uploads never reads SVG
 * (`prepare-picture.server.ts`).
 * @param drawn the file of all drawings, `public/demo/products.svg`
 * @param name the fragment of its URL, after `#`
 * @param side side length in pixels
 * @returns null if there is no such drawing
 */
export async function drawProduct(drawn: string, name: string, side: number): Promise<Buffer | null> {
  const [, box] = (/^[\w-]+$/.test(name) && new RegExp(`<view id="${name}" viewBox="([\\d ]+)"`).exec(drawn)) || []
  if (!box) return null
  const svg = drawn.replace(/(<svg [^>]*viewBox=")[^"]*/, `$1${box}`)
  const args = ['--input-type=module', '--eval', drawer, '--', String(side)]
  return new Promise((resolve, reject) => {
    const options = { ...most, cwd: import.meta.dirname, encoding: 'buffer' as const }
    const child = execFile(process.execPath, args, options, (error, png) => (error ? reject(error) : resolve(png)))
    // If it exits before reading everything, the callback reports the reason.
    child.stdin?.on('error', () => {}).end(svg)
  })
}
