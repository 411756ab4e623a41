/** Scrolls the current tab into view if the tabs overflow, without scrolling the page. */
export function bringIntoSight(link: Element | null | undefined) {
  const nav = link?.closest('nav')
  if (!nav || !link) return
  const tab = link.getBoundingClientRect()
  const { left, width } = nav.getBoundingClientRect()
  nav.scrollLeft += tab.left - left - (width - tab.width) / 2
}
