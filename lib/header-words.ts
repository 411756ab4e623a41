/** Words of a header in lower case: `ShipToName`, `posted-date` and `Address1` become ship, to, name; posted, date; address. */
export const headerWords = (header: string): string[] =>
  header
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []
