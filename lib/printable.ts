/**
 * A text for a terminal: what would steer it (control characters, turns of the direction of writing) is written as its
 * number, `\u{1b}`, since names and fields are others'. New lines and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\n\t]|[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
