/** A variation's values for the reader: `M, Blue`. */
export const variationName = (key: string): string => key.replaceAll('\n', ', ')
