export function dataIn(html: string): number {
  const scripts = Array.from(html.matchAll(/<script[^>]*>([^<]*hubPage[^<]*)/g), ([, code]) => code!)
  return scripts.reduce((sum, code) => sum + Buffer.byteLength(code), 0)
}
