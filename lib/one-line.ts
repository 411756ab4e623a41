/** Collapses line breaks and control characters of foreign text to spaces, so that it cannot start a paragraph of its own. */
export const oneLine = (text: string) => text.replaceAll(/[ \p{Cc}\u2028\u2029]+/gu, ' ').trim()
