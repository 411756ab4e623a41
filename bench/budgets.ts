/** Budgets of a page's files, for the tests and the benchmark; scripts in gzipped bytes. */
export const budgets = {
  /** Scripts that every page of a member loads at once. */
  firstScript: 125 * 1024,
  /** All scripts that a page loads, at once and later by itself, without its texts. */
  pageScript: 140 * 1024,
  /** What they have beyond those of the list of orders. */
  laterScript: 20 * 1024,
  /** What `addedModules` of `bench/added-script.ts` add to every page. */
  addedScript: 15 * 1024,
  /** Requests of a first page load. */
  requests: 15,
}
