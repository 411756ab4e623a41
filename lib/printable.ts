/** Escapes control and bidirectional characters of foreign text for a terminal as `\u{1b}`. Newlines and tabs are kept. */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\n\t]|[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
