declare module 'virtual:product-summary-script' {
  /** The framed page's script, bundled and minified by `frame-script-plugin.ts`. */
  const script: string
  export default script
}
