/** PNG chunks with text. Two are compressed and could expand a thousandfold. */
const wordChunks = new Set(['tEXt', 'zTXt', 'iTXt'])

/**
 * Removes text chunks from a PNG without decompressing them, because the library would decompress all of them. Other
 * and damaged files are returned unchanged.
 */
export function withoutPngText(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return file
  const kept = [file.subarray(0, 8)]
  let at = 8
  while (at + 8 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at)
    if (!wordChunks.has(file.toString('latin1', at + 4, at + 8))) kept.push(file.subarray(at, end))
    at = end
  }
  return kept.length === 1 ? file : Buffer.concat([...kept, file.subarray(at)])
}
