/** A text of others as one line: breaks of lines of any kind and other control characters are a space, so that it begins no paragraph of ours. */
export const oneLine = (text: string) => text.replaceAll(/[ \p{Cc}\u2028\u2029]+/gu, ' ').trim()
