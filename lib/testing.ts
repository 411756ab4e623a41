import fc from 'fast-check'

/** Any character there is, also those that nobody types. fast-check's own `binary` takes a second to set up. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
