import { readFile } from 'node:fs/promises'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** What a scanner reads in a picture: the texts of its barcodes. */
export async function scannedTexts(picture: Parameters<typeof readBarcodes>[0]): Promise<string[]> {
  wasm ??= readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  const { buffer, byteOffset, length } = await wasm
  prepareZXingModule({ overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + length) } })
  return (await readBarcodes(picture)).map(({ text }) => text)
}
let wasm: Promise<Buffer> | undefined
