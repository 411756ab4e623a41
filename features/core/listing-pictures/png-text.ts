/** Chunks of a PNG that hold words and no picture; two of them are compressed, a thousand to one where somebody wants it. */
const wordChunks = new Set(['tEXt', 'zTXt', 'iTXt'])

/**
 * A PNG without the words that stand in it, which nobody is shown: the library would unpack all of them to read its sides.
 * Nothing is unpacked here, and whatever is no PNG stays as it is. What is damaged is left for the library to say.
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
