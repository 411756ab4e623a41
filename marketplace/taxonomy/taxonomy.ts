/** The categories that come with the hub, of its own making; an operator may put another file in their place. */
export const bundledTaxonomy = new URL('./general.json', import.meta.url)
