/** The bundled categories; operators may replace them. */
export const bundledTaxonomy = new URL('./general.json', import.meta.url)
