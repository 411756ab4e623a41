const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding, as authenticators read it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The `otpauth` URI for a QR code, and the same secret for typing. */
export function authenticatorUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): {
  uri: string
  secret: string
} {
  const encoded = base32(new TextEncoder().encode(secret))
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const uri = `otpauth://totp/${label}?secret=${encoded}&issuer=${encodeURIComponent(issuer)}&digits=6&period=30`
  return { uri, secret: encoded }
}
